import { code } from './markdown.ts';
import { shownPattern, type StepIntent } from './intent.ts';
import type { Words } from './words.ts';

const place = (where: string | null): string => (where === null ? '' : `（范围：${code(where)}）`);

function understood(intent: StepIntent): string {
  switch (intent.type) {
    case 'find': {
      const kind = intent.pattern.kind === 'regex' ? '正则表达式' : '文本';
      const letters =
        intent.pattern.kind === 'literal' && intent.pattern.match === 'any-case' ? '，不区分大小写' : '';
      return `这是一次查找：${kind} ${code(shownPattern(intent.pattern))}${place(intent.where)}${letters}。`;
    }
    case 'list':
      return `想知道有哪些文件${place(intent.where)}。`;
    case 'read':
      return `想看 ${code(intent.path)}${intent.lines === null ? '' : `，从第 ${intent.lines.from} 行开始`}。`;
    case 'replace': {
      const whole =
        intent.pattern.kind === 'literal' && intent.pattern.match === 'whole-word' ? '，只换完整的词' : '';
      return `把所有 ${code(shownPattern(intent.pattern))} 换成 ${code(intent.replacement)}${place(intent.where)}${whole}。我先找到位置，再逐个文件征求许可。`;
    }
    case 'create':
      return `要新建文件 ${code(intent.path)}。`;
    case 'run':
      return `这是一条 shell 命令：${code(intent.command)}。`;
  }
}

const HELP = `我是 Switchyard 自带的助手。我按固定规则工作：背后没有语言模型，不需要密钥，也不需要网络，只做有规则的事。

我能做这些，例如：

- **查找文本**：\`在 src 中查找 deliver(\`、\`查找 /max(Tries|Delay)/\`
- **列出文件**：\`列出 docs 中的文件\`
- **读取**：\`读取 README.md\`、\`读取 src/index.ts 第 10-20 行\`
- **跨文件替换**：\`将 src 中的 "旧文本" 替换为 "新文本"\`、\`把 maxTries 改名为 maxAttempts\`
- **创建文件**：\`创建 notes.md 内容为 # 笔记\`
- **运行命令**：\`运行 npm test\`
- **按计划工作**：\`计划：1) 查找 TODO 2) 读取 src/index.ts 3) 运行 npm test\`

修改文件或运行命令之前我会先问；输入框下方的模式可以改变这一点。斜杠命令和英文同样可用。`;

export const zh: Words = {
  editAnswers: {
    allowOnce: '允许一次',
    allowAlways: '本会话中始终允许编辑',
    rejectOnce: '拒绝',
    rejectAlways: '本会话中始终拒绝编辑',
  },
  commandAnswers: {
    allowOnce: '允许一次',
    allowAlways: '本会话中始终允许这条命令',
    rejectOnce: '拒绝',
    rejectAlways: '本会话中始终拒绝命令',
  },
  understood,
  understoodPlan: (steps) => `这是一个 ${steps} 步的计划。我按顺序执行，遇到失败就停下。`,
  findTitle: (pattern, where) => `查找 ${shownPattern(pattern)}${where === null ? '' : ` · ${where}`}`,
  found: (pattern, where, tally) =>
    tally.matches === 0
      ? `没有找到 ${code(shownPattern(pattern))}${place(where)}：查了 ${tally.searched} 个文件。`
      : `在 ${tally.files} 个文件中找到 ${tally.matches} 处 ${code(shownPattern(pattern))}${place(where)}：`,
  moreMatches: (amount) => `……还有 ${amount} 处。`,
  searchDetail: (tally) =>
    `查了 ${tally.searched} 个文件，跳过 ${tally.skipped} 个（二进制、过大或无法读取）。${tally.stoppedEarly ? '文件太多，查找提前结束：请指定一个文件夹。' : ''}`,
  listTitle: (where) => `列出文件${where === null ? '' : ` · ${where}`}`,
  listed: (amount, where) =>
    amount === 0 ? `没有文件${place(where)}。` : `${amount} 个文件${place(where)}：`,
  moreFiles: (amount) => `……还有 ${amount} 个文件。`,
  readTitle: (path, lines) => `读取 ${path}${lines === null ? '' : `，第 ${lines} 行`}`,
  hasLines: (path, total, shown) =>
    shown.from === 1 && shown.to === total
      ? `${code(path)}，共 ${total} 行：`
      : `${code(path)}，第 ${shown.from} 到 ${shown.to} 行，共 ${total} 行：`,
  emptyFile: (path) => `${code(path)} 是空文件。`,
  noSuchLines: (path, total) => `${code(path)} 只有 ${total} 行。`,
  moreLines: (amount, ask) => `还有 ${amount} 行：${code(ask)}`,
  outputCut: (shownKiB) => `[较早的输出已省略，只显示最后 ${shownKiB} KiB]`,
  editTitle: (path) => `编辑 ${path}`,
  editStep: (path, amount) => `编辑 ${path}（${amount} 处）`,
  moreSteps: (amount) => `编辑另外 ${amount} 个文件`,
  nothingToReplace: (pattern, where) => `没有 ${code(shownPattern(pattern))}${place(where)}，什么都没有改。`,
  nothingChanges: '新旧文本相同，什么都没有改。',
  aboutToEdit: (amount, files) => `${files} 个文件，共 ${amount} 处。逐个修改如下：`,
  morePlaces: (amount) => `……这个文件还有 ${amount} 处，太多，不再显示。`,
  replaced: (tally) => {
    const parts = [`已替换 ${tally.files} 个文件中的 ${tally.replaced} 处。`];
    if (tally.rejected > 0) parts.push(`${tally.rejected} 个文件被拒绝，保持原样。`);
    if (tally.failed > 0) parts.push(`${tally.failed} 个文件无法修改。`);
    if (tally.untouched > 0) parts.push(`${tally.untouched} 个文件没有处理。`);
    return parts.join('');
  },
  createTitle: (path) => `创建 ${path}`,
  created: (path, lines) => `已创建 ${code(path)}，共 ${lines} 行。`,
  commandEnded: (command, end) => {
    const how = end.code === null ? `被 ${end.signal ?? '信号'} 终止` : `结束，退出码 ${end.code}`;
    return `${code(command)} ${how}，输出 ${end.lines} 行。`;
  },
  rejectedByPerson: '你已拒绝。',
  rejectedEarlier: '已拒绝：你对本会话这样决定过。',
  couldNotAsk: (why) => `无法向你询问，所以什么都没有做：${why}`,
  forbiddenByMode: '已拒绝：当前是只读模式。',
  nothingRun: (command) => `没有运行 ${code(command)}。`,
  nothingWritten: (path) => `没有修改 ${code(path)}。`,
  readOnly: (deed) =>
    `当前是只读模式，所以我${deed === 'edit' ? '不修改文件' : '不运行命令'}。请在输入框下方选择询问或接受编辑模式，再发送一次。`,
  step: (number, total, text) => `**${number}/${total}** ${text}`,
  planDone: (total) => `${total} 步全部完成。`,
  planStopped: (number, total, why) =>
    `停在第 ${number} 步（共 ${total} 步），这一步${why === 'failed' ? '失败了' : '被拒绝了'}。${number < total ? `还有 ${total - number} 步没有开始。` : ''}`,
  planUnclear: (steps) =>
    `下面的步骤没有对应的规则，所以我什么都没有开始：\n\n${steps.map((step) => `- ${code(step)}`).join('\n')}\n\n我按固定规则工作，没有语言模型。请用查找、列出、读取、替换、创建或运行来表达。`,
  cancelled: '已取消。',
  interrupted: '已中断：代理在此之前停止了。',
  refusal: (reason, subject) => {
    switch (reason) {
      case 'outside-workspace':
        return `${code(subject)} 在工作区之外。我只在工作区内读写。`;
      case 'not-found':
        return `这里没有 ${code(subject)}。如果它是要查找的文本的一部分，请给文本加上引号。`;
      case 'ambiguous-name':
        return `有多个这样的文件：${subject}。请写上文件夹。`;
      case 'not-a-file':
        return `${code(subject)} 不是文件。可以试试 ${code(`列出 ${subject} 中的文件`)}。`;
      case 'binary':
        return `${code(subject)} 不是 UTF-8 文本，我不处理。`;
      case 'too-large':
        return `${code(subject)} 太大了。`;
      case 'already-exists':
        return `${code(subject)} 已经存在，保持原样。我可以替换其中的文本。`;
      case 'changed-meanwhile':
        return `${code(subject)} 在我读取之后又变了，所以没有写入。请再发送一次，以处理新的内容。`;
      case 'write-failed':
        return `写入失败，文件保持原样：${subject}`;
      case 'regex-too-slow':
        return `${code(subject)} 在某个文件上太慢，已停止。请用更简单的表达式。`;
      case 'too-many-files':
        return `涉及的文件超过一次能修改的数量（${subject}）。请用文件夹或通配符缩小范围。`;
    }
  },
  unclear: (said, hint) => {
    switch (hint) {
      case 'nothing-said':
        return `消息里没有文字。可以试试 ${code('帮助')}。`;
      case 'needs-text':
        return `要查找什么文本？例如 ${code('在 src 中查找 TODO')}。`;
      case 'needs-path':
        return `是哪个文件？例如 ${code('读取 src/index.ts')} 或 ${code('创建 notes.md 内容为 # 笔记')}。`;
      case 'needs-replacement':
        return `需要旧文本和新文本：${code('将 src 中的 "旧" 替换为 "新"')}。`;
      case 'needs-command':
        return `运行哪条命令？例如 ${code('运行 npm test')}。`;
      case 'needs-steps':
        return `计划需要步骤：${code('计划：1) 查找 TODO 2) 运行 npm test')}。`;
      case 'bad-regex':
        return '这不是有效的正则表达式。要按原样查找文本，请加上引号。';
      case 'moving-files':
        return `我可以替换文件里的文本，但不移动文件。可以用 ${code('运行 git mv 旧 新')}。`;
      case 'unknown-command':
        return `没有 ${code(said.split(/\s/)[0] ?? said)} 这个命令。可用：/find、/list、/read、/replace、/create、/run、/plan、/help。`;
      case null:
        return `没有对应的规则。我是按规则工作的助手，没有语言模型，不能自己思考请求；我可以查找、列出、读取、替换文本，创建文件，运行命令，并按计划完成这些步骤。\n\n例如：\n\n- ${code('在 src 中查找 TODO')}\n- ${code('将 docs 中的 "旧" 替换为 "新"')}\n- ${code('计划：1) 读取 README.md 2) 运行 npm test')}\n\n${code('帮助')} 会列出全部。`;
    }
  },
  help: HELP,
};
