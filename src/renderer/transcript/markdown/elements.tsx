/** How each element of Markdown looks. Nothing here takes markup, styles or targets from the text. */
import type { ComponentProps, ReactNode } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { viewUrl } from '../../../shared/text/display-url.ts';
import { Chip } from '../../ui/chip.tsx';
import { CodeBlock } from './code-block.tsx';
import { Link } from './link.tsx';

type Node = NonNullable<ExtraProps['node']>;

function heading(Tag: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6', look: string) {
  return function Heading({ children, node }: ExtraProps & { readonly children?: ReactNode }) {
    // The heading that the parser puts before footnotes; a line above them says the same.
    if (node?.properties['id'] === 'footnote-label') return null;
    return <Tag className={look}>{children}</Tag>;
  };
}

function textOf(node: Node | Node['children'][number]): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map((child) => textOf(child)).join('') : '';
}

function Code({ node }: ExtraProps & { readonly children?: ReactNode }) {
  const code = node?.children.find(
    (child): child is Node => child.type === 'element' && child.tagName === 'code',
  );
  if (code === undefined) return null;
  const classes = code.properties['className'];
  const names = Array.isArray(classes) ? classes.map(String) : [];
  const label = names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
  return <CodeBlock code={textOf(code).replace(/\n$/, '')} label={label} growing={false} />;
}

/** A picture is never fetched: the chip says whose it would be, and pressing it asks like a link does. */
function Picture({ src, alt }: ComponentProps<'img'>) {
  const { t } = useTranslation('transcript');
  const target = typeof src === 'string' ? src : undefined;
  const host = target === undefined ? null : (viewUrl(target)?.host ?? null);
  const words = (alt ?? '') === '' ? t('image.unnamed') : (alt ?? '').slice(0, 120);
  const label =
    host === null || host === ''
      ? t('image.notShown', { name: words })
      : t('image.from', { name: words, host });
  const chip = (
    <Chip icon={<ImageOff size={12} aria-hidden />} className="align-middle">
      {label}
    </Chip>
  );
  return host === null || host === '' ? chip : <Link href={target}>{chip}</Link>;
}

export function Paragraph({ children }: { readonly children?: ReactNode }) {
  return <p className="not-first:mt-2">{children}</p>;
}

function TaskMark({ done }: { readonly done: boolean }) {
  const { t } = useTranslation('transcript');
  return (
    <input
      type="checkbox"
      checked={done}
      readOnly
      disabled
      aria-label={t(done ? 'task.done' : 'task.open')}
      className="mr-2 size-3.5 align-[-2px] accent-accent"
    />
  );
}

export const elements: Components = {
  p: Paragraph,
  h1: heading('h1', 'text-20 font-semibold not-first:mt-4'),
  h2: heading('h2', 'text-16 font-semibold not-first:mt-4'),
  h3: heading('h3', 'text-14 font-semibold not-first:mt-3'),
  h4: heading('h4', 'text-14 font-semibold not-first:mt-3'),
  h5: heading('h5', 'text-13 font-semibold not-first:mt-3'),
  h6: heading('h6', 'text-13 font-semibold text-fg-2 not-first:mt-3'),
  ul: ({ children }) => <ul className="list-disc pl-5.5 not-first:mt-1.5 marker:text-fg-3">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="num list-decimal pl-5.5 not-first:mt-1.5 marker:text-fg-3">
      {children}
    </ol>
  ),
  li: ({ children, node }) => {
    const classes = node?.properties['className'];
    const task = Array.isArray(classes) && classes.includes('task-list-item');
    return <li className={task ? '-ml-5.5 list-none not-first:mt-1' : 'not-first:mt-1'}>{children}</li>;
  },
  input: ({ checked }) => <TaskMark done={checked === true} />,
  blockquote: ({ children }) => (
    <blockquote className="border-l-2 border-line-strong pl-3 text-fg-2 not-first:mt-2">
      {children}
    </blockquote>
  ),
  hr: () => <hr className="my-3 border-line" />,
  a: ({ href, children, node }) => {
    if (node?.properties['dataFootnoteBackref'] !== undefined) return null;
    return node?.properties['dataFootnoteRef'] === undefined ? (
      <Link href={href}>{children}</Link>
    ) : (
      <>{children}</>
    );
  },
  img: Picture,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  em: ({ children }) => <em>{children}</em>,
  del: ({ children }) => <del className="text-fg-2">{children}</del>,
  code: ({ children }) => (
    <code className="rounded-1 border border-line bg-raised px-1 font-mono text-[12.5px] break-words">
      {children}
    </code>
  ),
  pre: Code,
  table: ({ children }) => (
    <div className="overflow-x-auto rounded-2 border border-line not-first:mt-2" tabIndex={0}>
      <table className="num w-full border-collapse text-13">{children}</table>
    </div>
  ),
  thead: ({ children }) => <thead className="bg-raised">{children}</thead>,
  th: ({ children, style }) => (
    <th className={`px-3 py-1.5 font-medium text-fg-2 ${alignment(style)}`}>{children}</th>
  ),
  td: ({ children, style }) => (
    <td className={`border-t border-line px-3 py-1.5 align-top ${alignment(style)}`}>{children}</td>
  ),
  sup: ({ children }) => <sup className="text-[0.75em]">{children}</sup>,
  section: ({ children }) => (
    <section className="mt-2 border-t border-line pt-2 text-12 text-fg-2">{children}</section>
  ),
};

/** Cells say how they are aligned in a style of three possible values. */
function alignment(style: ComponentProps<'td'>['style']): string {
  if (style?.textAlign === 'right') return 'text-right';
  return style?.textAlign === 'center' ? 'text-center' : 'text-left';
}

/** Everything Markdown can make; whatever is not listed loses its tag and keeps its text. */
export const allowedElements = [
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'input', 'blockquote', 'hr', 'a', 'img', 'strong',
  'em', 'del', 'code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'br', 'sup', 'section',
]; // prettier-ignore
