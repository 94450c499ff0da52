import { isTest } from './layers.mjs';
import { projectPath } from './project-path.mjs';

/** Attributes whose text a person reads or hears. */
const readAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'label',
  'placeholder',
  'title',
]);

/** What people read comes from the message catalogues, in every language: no words in components. */
export const literalTextRule = {
  meta: { type: 'problem', docs: { description: 'No words in components' } },
  create(context) {
    const file = projectPath(context);
    if (!file.startsWith('src/renderer/') || isTest(file)) return {};
    const check = (node, text) => {
      if (!/\p{L}/u.test(text)) return;
      context.report({
        node,
        message: `“${text.trim()}” belongs in the message catalogues (src/renderer/i18n/).`,
      });
    };
    const checkExpression = (node) => {
      for (const { at, text } of literals(node)) check(at, text);
    };
    return {
      JSXText(node) {
        if (!isKeyCap(node.parent)) check(node, node.value);
      },
      JSXExpressionContainer(node) {
        if (!/^JSX(Element|Fragment)$/.test(node.parent.type) || isKeyCap(node.parent)) return;
        checkExpression(node.expression);
      },
      JSXAttribute(node) {
        if (!readAttributes.has(node.name.name) || node.value === null) return;
        if (node.value.type === 'JSXExpressionContainer') checkExpression(node.value.expression);
        else check(node, node.value.value);
      },
    };
  },
};

/** What stands on a key is the same in every language. */
function isKeyCap(node) {
  return node.type === 'JSXElement' && /^kbd$/i.test(node.openingElement.name.name ?? '');
}

/** The string literals that an expression can come out as. */
function literals(node) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ at: node, text: node.value }] : [];
    case 'TemplateLiteral':
      return [{ at: node, text: node.quasis.map((quasi) => quasi.value.cooked).join(' ') }];
    case 'ConditionalExpression':
      return [...literals(node.consequent), ...literals(node.alternate)];
    case 'LogicalExpression':
      return [...literals(node.left), ...literals(node.right)];
    default:
      return [];
  }
}
