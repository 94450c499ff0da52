import childProcess from 'node:child_process';
import fs from 'node:fs';
import { isTest } from './layers.mjs';
import { projectPath } from './project-path.mjs';

const syncNames = new Set(
  [...Object.keys(fs), ...Object.keys(childProcess)].filter((name) => name.endsWith('Sync')),
);

/** The main process serves every window and agent: it must never wait for a disk or a program. */
export const syncIoRule = {
  meta: { type: 'problem', docs: { description: 'No synchronous files or programs in the main process' } },
  create(context) {
    const file = projectPath(context);
    if (!file.startsWith('src/main/') || isTest(file)) return {};
    const check = (node, name) => {
      if (!syncNames.has(name)) return;
      context.report({
        node,
        message: `${name} stops every window and agent while it waits; use the asynchronous form.`,
      });
    };
    return {
      ImportSpecifier: (node) => check(node, node.imported.name ?? node.imported.value),
      MemberExpression: (node) => check(node, node.computed ? node.property.value : node.property.name),
      Property(node) {
        if (node.parent?.type === 'ObjectPattern') check(node, node.key.name ?? node.key.value);
      },
    };
  },
};
