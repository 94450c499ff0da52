import { projectPath } from './project-path.mjs';

const assigned = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
const called = new Set([
  'insertAdjacentHTML',
  'createContextualFragment',
  'setHTMLUnsafe',
  'parseFromString',
  'write',
  'writeln',
]);

/** Text of agents, tools and files is drawn as text: nothing in the window turns a string into elements. */
export const rawHtmlRule = {
  meta: { type: 'problem', docs: { description: 'No strings that become HTML' } },
  create(context) {
    if (!projectPath(context).startsWith('src/')) return {};
    const report = (node, name) => {
      context.report({ node, message: `${name} turns a string into elements; draw text as text.` });
    };
    return {
      JSXAttribute(node) {
        if (node.name.name === 'dangerouslySetInnerHTML' || node.name.name === 'srcDoc')
          report(node, node.name.name);
      },
      Property(node) {
        const name = node.key.name ?? node.key.value;
        if (name === 'dangerouslySetInnerHTML') report(node, name);
      },
      AssignmentExpression(node) {
        const name = memberName(node.left);
        if (assigned.has(name)) report(node, name);
      },
      CallExpression(node) {
        const name = memberName(node.callee);
        if (!called.has(name)) return;
        if (name.startsWith('write') && node.callee.object.name !== 'document') return;
        report(node, name);
      },
    };
  },
};

function memberName(node) {
  if (node.type !== 'MemberExpression') return '';
  return (node.computed ? node.property.value : node.property.name) ?? '';
}
