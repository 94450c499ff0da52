import { Permissions } from '../../../src/shared/permission/decide-permission.ts';
import type { PermissionRequest } from '../../../src/shared/permission/permission-request.ts';
import type { Rule, RuleText } from '../../../src/shared/permission/rule.ts';
import type { Measure } from '../node/measure.ts';

const RULES = 500;
const SEGMENTS = 20;
const DECISIONS = 2000;

export const p1: Measure = {
  names: ['P1'],
  title: `a decision over ${RULES} rules for a chain of ${SEGMENTS} commands, in time of the processor`,
  async run() {
    const permissions = new Permissions({ rules: rules(), mode: 'ask' });
    const around = { now: 0, home: '/home/dev' };
    const requests = Array.from({ length: DECISIONS }, (_, index) => request(index));
    for (const each of requests.slice(0, 200)) permissions.decide(each, around);
    const took = requests.map((each) => {
      const before = process.cpuUsage();
      const { effect } = permissions.decide(each, around);
      const { user, system } = process.cpuUsage(before);
      if (effect !== 'ask') throw new Error(`it was decided as ${effect}: the rules were not all looked at`);
      return (user + system) / 1000;
    });
    const sorted = [...took].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
    const unit = `ms of processor, ${RULES} rules, ${SEGMENTS} commands`;
    return [
      { name: 'P1.p99', value: at(0.99), unit: `${unit}, p99`, target: { atMost: 2 }, raw: { ms: sorted } },
      { name: 'P1.p50', value: at(0.5), unit: `${unit}, p50`, target: null, raw: {} },
    ];
  },
};

/** Every one but the last command is allowed, by one of many rules, so that all of them are looked at. */
function request(index: number): PermissionRequest {
  const segments = Array.from(
    { length: SEGMENTS - 1 },
    (_, at) => `tool${(index * 7 + at * 13) % 200} run "part ${index}" src/file${at}.ts`,
  );
  return {
    kind: 'execute',
    toolName: null,
    mcp: null,
    commands: [[...segments, `unknown ${index}`].join(' && ')],
    paths: [],
    hosts: [],
    cwd: '/w',
    workspace: '/w',
    agentId: 'a',
    sessionId: 's',
    complete: true,
  };
}

function rules(): readonly Rule[] {
  return Array.from({ length: RULES }, (_, index): Rule => {
    const text: RuleText =
      index < 200
        ? { effect: 'allow', command: `tool${index} run *` }
        : index < 300
          ? { effect: 'deny', command: `bad${index} --force` }
          : index < 400
            ? { effect: 'deny', path: `secret${index}/**/*.bin` }
            : index < 450
              ? { effect: 'ask', command: `careful${index}` }
              : { effect: 'allow', path: `src/part${index}/**`, access: 'write' };
    return { ...text, id: `user:${index}`, layer: 'user' };
  });
}
