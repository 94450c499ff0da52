import { externalLinks, refusal } from './layers.mjs';
import { projectPath } from './project-path.mjs';

/** Enforces layers.mjs on every way to name a module. */
export const layersRule = {
  meta: { type: 'problem', docs: { description: 'Keep imports within the project’s boundaries' } },
  create(context) {
    const file = projectPath(context);
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const message = refusal(file, source.value);
      if (message !== null) context.report({ node: source, message });
    };
    return {
      ImportDeclaration(node) {
        check(node.source);
        checkShell(context, file, node);
      },
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal ?? node.argument),
      TSExternalModuleReference: (node) => check(node.expression),
      CallExpression(node) {
        const { callee } = node;
        const requires =
          (callee.type === 'Identifier' && callee.name === 'require') ||
          (callee.type === 'MemberExpression' &&
            callee.object.name === 'require' &&
            callee.property.name === 'resolve');
        if (requires) check(node.arguments[0]);
      },
    };
  },
};

/** `shell` opens whatever it is given: one module checks addresses before it does. */
function checkShell(context, file, node) {
  if (node.source.value !== 'electron' || node.importKind === 'type') return;
  if (!file.startsWith('src/') || file === externalLinks) return;
  for (const specifier of node.specifiers) {
    const whole = specifier.type !== 'ImportSpecifier';
    if (!whole && (specifier.imported.name ?? specifier.imported.value) !== 'shell') continue;
    const message = whole
      ? `Import Electron’s parts by name, so that ${externalLinks} stays the only user of its shell.`
      : `Only ${externalLinks} may use Electron’s shell.`;
    context.report({ node: specifier, message });
  }
}
