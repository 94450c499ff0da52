import { code } from './markdown.ts';
import { shownPattern, type StepIntent } from './intent.ts';
import type { Words } from './words.ts';

const count = (amount: number, one: string, many: string = `${one}s`): string =>
  `${amount} ${amount === 1 ? one : many}`;
const place = (where: string | null): string => (where === null ? '' : ` in ${code(where)}`);

function understood(intent: StepIntent): string {
  switch (intent.type) {
    case 'find': {
      const kind = intent.pattern.kind === 'regex' ? 'the regular expression' : 'the text';
      const letters =
        intent.pattern.kind === 'literal' && intent.pattern.match === 'any-case' ? ', capitals or not' : '';
      return `This is a search for ${kind} ${code(shownPattern(intent.pattern))}${place(intent.where)}${letters}.`;
    }
    case 'list':
      return `This asks which files there are${place(intent.where)}.`;
    case 'read':
      return `This asks to see ${code(intent.path)}${intent.lines === null ? '' : `, from line ${intent.lines.from}`}.`;
    case 'replace': {
      const whole =
        intent.pattern.kind === 'literal' && intent.pattern.match === 'whole-word'
          ? ', whole words only'
          : '';
      return `Every ${code(shownPattern(intent.pattern))}${place(intent.where)} becomes ${code(intent.replacement)}${whole}. I look for the places first, then ask file by file.`;
    }
    case 'create':
      return `This asks for a new file ${code(intent.path)}.`;
    case 'run':
      return `This is a command for the shell: ${code(intent.command)}.`;
  }
}

const HELP = `I am the helper that comes with Switchyard. I work by fixed rules: there is no language model behind me, I need no key and no network, and I do only what I have a rule for.

What I can do here, with examples:

- **Find text**: \`find deliver( in src\`, \`search docs for "give up"\`, \`find /max(Tries|Delay)/ in *.ts\`
- **List files**: \`list files in docs\`
- **Read**: \`read README.md\`, \`show lines 10-20 of src/index.ts\`
- **Replace across files**: \`replace "old text" with "new text" in src\`, \`rename maxTries to maxAttempts\`
- **Create a file**: \`create notes.md with # Notes\`
- **Run a command**: \`run npm test\`
- **Work through a plan**: \`plan: 1) find TODO 2) read src/index.ts 3) run npm test\`

I ask before I change a file or run a command; the mode below the message box can change that. The same works with slash commands, and in Chinese.`;

export const en: Words = {
  editAnswers: {
    allowOnce: 'Allow once',
    allowAlways: 'Always allow edits in this session',
    rejectOnce: 'Reject',
    rejectAlways: 'Always reject edits in this session',
  },
  commandAnswers: {
    allowOnce: 'Allow once',
    allowAlways: 'Always allow this exact command in this session',
    rejectOnce: 'Reject',
    rejectAlways: 'Always reject commands in this session',
  },
  understood,
  understoodPlan: (steps) =>
    `This is a plan of ${count(steps, 'step')}. I take them in order and stop at the first that fails.`,
  findTitle: (pattern, where) => `Find ${shownPattern(pattern)}${where === null ? '' : ` in ${where}`}`,
  found: (pattern, where, tally) =>
    tally.matches === 0
      ? `No match for ${code(shownPattern(pattern))}${place(where)}: ${count(tally.searched, 'file')} searched.`
      : `${count(tally.matches, 'match', 'matches')} for ${code(shownPattern(pattern))}${place(where)}, in ${count(tally.files, 'file')}:`,
  moreMatches: (amount) => `…and ${count(amount, 'more match', 'more matches')}.`,
  searchDetail: (tally) =>
    `${count(tally.searched, 'file')} searched, ${tally.skipped} left out as binary, too large or unreadable.${tally.stoppedEarly ? ' The search stopped at its limit of files: name a folder to see the rest.' : ''}`,
  listTitle: (where) => `List files${where === null ? '' : ` in ${where}`}`,
  listed: (amount, where) =>
    amount === 0 ? `There are no files${place(where)}.` : `${count(amount, 'file')}${place(where)}:`,
  moreFiles: (amount) => `…and ${count(amount, 'more file')}.`,
  readTitle: (path, lines) => `Read ${path}${lines === null ? '' : `, lines ${lines}`}`,
  hasLines: (path, total, shown) =>
    shown.from === 1 && shown.to === total
      ? `${code(path)}, ${count(total, 'line')}:`
      : `${code(path)}, lines ${shown.from} to ${shown.to} of ${total}:`,
  emptyFile: (path) => `${code(path)} is empty.`,
  noSuchLines: (path, total) => `${code(path)} has only ${count(total, 'line')}.`,
  moreLines: (amount, ask) => `${count(amount, 'more line')}: ${code(ask)}`,
  outputCut: (shownKiB) => `[earlier output left out, the last ${shownKiB} KiB are shown]`,
  editTitle: (path) => `Edit ${path}`,
  editStep: (path, amount) => `Edit ${path} (${count(amount, 'place')})`,
  moreSteps: (amount) => `Edit ${count(amount, 'more file')}`,
  nothingToReplace: (pattern, where) =>
    `There is no ${code(shownPattern(pattern))}${place(where)}, so nothing was changed.`,
  nothingChanges: 'The new text is the same as the old, so nothing was changed.',
  aboutToEdit: (amount, files) =>
    `${count(amount, 'place')} in ${count(files, 'file')}. Here is each change:`,
  morePlaces: (amount) => `…and ${count(amount, 'more place')} in this file, too many to show.`,
  replaced: (tally) => {
    const parts = [`Replaced ${count(tally.replaced, 'place')} in ${count(tally.files, 'file')}.`];
    if (tally.rejected > 0) parts.push(`${count(tally.rejected, 'file')} rejected and left as before.`);
    if (tally.failed > 0) parts.push(`${count(tally.failed, 'file')} could not be changed.`);
    if (tally.untouched > 0) parts.push(`${count(tally.untouched, 'file')} not tried.`);
    return parts.join(' ');
  },
  createTitle: (path) => `Create ${path}`,
  created: (path, lines) => `Created ${code(path)} with ${count(lines, 'line')}.`,
  commandEnded: (command, end) => {
    const how =
      end.code === null ? `was ended by ${end.signal ?? 'a signal'}` : `ended with exit code ${end.code}`;
    return `${code(command)} ${how} after ${count(end.lines, 'line')} of output.`;
  },
  rejectedByPerson: 'Rejected by you.',
  rejectedEarlier: 'Rejected: you said so for this session.',
  couldNotAsk: (why) => `I could not ask you, so I did nothing: ${why}`,
  forbiddenByMode: 'Refused: the mode is Read only.',
  nothingRun: (command) => `I did not run ${code(command)}.`,
  nothingWritten: (path) => `I did not change ${code(path)}.`,
  readOnly: (deed) =>
    `The mode is Read only, so I ${deed === 'edit' ? 'change no files' : 'run no commands'}. Choose Ask or Accept edits below the message box and send it again.`,
  step: (number, total, text) => `**${number}/${total}** ${text}`,
  planDone: (total) => `All ${count(total, 'step')} done.`,
  planStopped: (number, total, why) =>
    `Stopped at step ${number} of ${total}, which ${why === 'failed' ? 'failed' : 'was rejected'}.${number < total ? ` ${count(total - number, 'step')} not started.` : ''}`,
  planUnclear: (steps) =>
    `I have no rule for ${steps.length === 1 ? 'this step' : 'these steps'}, so I started nothing:\n\n${steps.map((step) => `- ${code(step)}`).join('\n')}\n\nI work by fixed rules, without a language model. Say it with find, list, read, replace, create or run.`,
  cancelled: 'Cancelled.',
  interrupted: 'Interrupted: the agent stopped before this ended.',
  refusal: (reason, subject) => {
    switch (reason) {
      case 'outside-workspace':
        return `${code(subject)} is outside this workspace. I read and write only inside it.`;
      case 'not-found':
        return `There is no ${code(subject)} here. If that was part of the text you look for, put the text in quotation marks.`;
      case 'ambiguous-name':
        return `More than one file is called like that: ${subject}. Name the one you mean with its folder.`;
      case 'not-a-file':
        return `${code(subject)} is not a file. Try ${code(`list files in ${subject}`)}.`;
      case 'binary':
        return `${code(subject)} is not text in UTF-8, so I leave it alone.`;
      case 'too-large':
        return `${code(subject)} is too large for me.`;
      case 'already-exists':
        return `${code(subject)} exists already and was left as it is. I can replace text in it instead.`;
      case 'changed-meanwhile':
        return `${code(subject)} changed on disk after I had read it, so I wrote nothing. Send the request again to work on the new text.`;
      case 'write-failed':
        return `Writing failed and the file was left as it was: ${subject}`;
      case 'regex-too-slow':
        return `${code(subject)} takes too long on a file here, so I stopped. A simpler expression will help.`;
      case 'too-many-files':
        return `That touches more files than I change at once (${subject}). Name a folder or a glob to narrow it.`;
    }
  },
  unclear: (said, hint) => {
    switch (hint) {
      case 'nothing-said':
        return `There was no text in the message. Try ${code('help')}.`;
      case 'needs-text':
        return `What text should I look for? For example ${code('find TODO in src')}.`;
      case 'needs-path':
        return `Which file do you mean? For example ${code('read src/index.ts')} or ${code('create notes.md with # Notes')}.`;
      case 'needs-replacement':
        return `I need the old text and the new one: ${code('replace "old" with "new" in src')}.`;
      case 'needs-command':
        return `Which command? For example ${code('run npm test')}.`;
      case 'needs-steps':
        return `A plan needs steps: ${code('plan: 1) find TODO 2) read src/index.ts 3) run npm test')}.`;
      case 'bad-regex':
        return `That is not a valid regular expression. To search for the text as it stands, put it in quotation marks.`;
      case 'moving-files':
        return `I rename text in files, but do not move files. ${code('run git mv OLD NEW')} would.`;
      case 'unknown-command':
        return `I do not know ${code(said.split(/\s/)[0] ?? said)}. There are /find, /list, /read, /replace, /create, /run, /plan and /help.`;
      case null:
        return `I have no rule for that. I am a rule-based helper without a language model, so I cannot think a request through; I can find, list, read and replace text, create files, run commands and work through a plan of those.\n\nFor example:\n\n- ${code('find TODO in src')}\n- ${code('replace "old" with "new" in docs')}\n- ${code('plan: 1) read README.md 2) run npm test')}\n\n${code('help')} shows everything.`;
    }
  },
  help: HELP,
};
