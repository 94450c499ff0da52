import { useTranslation } from 'react-i18next';
import type { ToolCallEntry } from '../../shared/session/state.ts';
import { SafeText } from '../permissions/safe-text.tsx';
import { ContentBlockView } from './content-block.tsx';
import { DiffBody } from './diff-body.tsx';
import { OutputBody } from './output-body.tsx';
import { plainJson } from './plain-json.ts';
import type { FileDiff } from './tool-diffs.ts';
import type { ToolPhase } from './tool-facts.ts';

/** What stands below a card's header. Everything in it is text; nothing is interpreted. */
export function ToolBody({
  entry,
  diffs,
  output,
  phase,
  open,
  details,
}: {
  readonly entry: ToolCallEntry;
  readonly diffs: readonly FileDiff[];
  readonly output: string;
  readonly phase: ToolPhase;
  readonly open: boolean;
  readonly details: boolean;
}) {
  const { t } = useTranslation('transcript');
  // After an edit that worked, agents repeat the file or say "done": the diff says it all.
  const showsOutput = output !== '' && (diffs.length === 0 || phase === 'failed');
  const blocks = entry.content.flatMap((content) =>
    content.type === 'content' && content.block.type !== 'text' ? [content.block] : [],
  );
  const unknown = entry.content.filter((content) => content.type === 'unknown');
  const nothing = diffs.length === 0 && !showsOutput && blocks.length === 0 && unknown.length === 0;
  return (
    <>
      {open && (
        <>
          {diffs.length > 0 && <DiffBody diffs={diffs} toolCallId={entry.toolCallId} rowKey={entry.id} />}
          {showsOutput && (
            <OutputBody
              text={output}
              from={entry.kind === 'execute' ? 'end' : 'start'}
              toggleKey={`${entry.id}/output`}
              truncated={entry.terminal?.truncated === true}
            />
          )}
          {blocks.length > 0 && (
            <div className="flex flex-wrap gap-2 border-t border-line p-3">
              {blocks.map((block, index) => (
                <ContentBlockView key={index} block={block} />
              ))}
            </div>
          )}
          {unknown.map((content, index) => (
            <Section key={index} label={t('details.unknown')} text={plainJson(content.raw)} />
          ))}
        </>
      )}
      {(details || (open && nothing)) && <Details entry={entry} />}
    </>
  );
}

function Details({ entry }: { readonly entry: ToolCallEntry }) {
  const { t } = useTranslation('transcript');
  const places = entry.locations
    .map(({ path, line }) => (line === null ? path : `${path}:${line}`))
    .join('\n');
  return (
    <>
      <Section
        label={t('agentSays')}
        text={entry.name === null ? entry.title : `${entry.title}\n${entry.name}`}
      />
      {places !== '' && <Section label={t('details.places')} text={places.slice(0, 16_000)} />}
      {isThere(entry.rawInput) && <Section label={t('details.input')} text={plainJson(entry.rawInput)} />}
      {isThere(entry.rawOutput) && <Section label={t('details.output')} text={plainJson(entry.rawOutput)} />}
    </>
  );
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function Section({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <section className="border-t border-line bg-inset px-3 py-1.5">
      <h4 className="text-11 text-fg-3">{label}</h4>
      <pre
        className="mono selectable max-h-60 overflow-y-auto break-words whitespace-pre-wrap text-fg-2"
        tabIndex={0}
      >
        <SafeText text={text} context="file" />
      </pre>
    </section>
  );
}
