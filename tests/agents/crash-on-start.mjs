/** Says why on stderr and ends before it answers anything: `--code N` (3). */
import { option } from './support/stdio-agent.mjs';

process.stderr.write(
  '\u001b[31mfatal:\u001b[0m model weights not found\nset MODEL_DIR and try again\n',
  () => {
    process.exit(Number(option('code', '3')));
  },
);
