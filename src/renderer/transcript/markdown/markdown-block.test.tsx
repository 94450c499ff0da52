import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import Markdown from 'react-markdown';
import { beforeAll, describe, expect, it } from 'vitest';
import { enCatalogue } from '../../i18n/catalogues.ts';
import { MarkdownBlock } from './markdown-block.tsx';
import { MarkdownText } from './markdown-text.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: enCatalogue },
    interpolation: { escapeValue: false },
  });
});

const block = (text: string, live = false) => renderToStaticMarkup(<MarkdownBlock text={text} live={live} />);
const whole = (text: string) => renderToStaticMarkup(<MarkdownText text={text} live={false} />);

const ours = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li input blockquote hr strong em del code pre table thead tbody tr th td br sup ' +
    // Chrome of our own around them.
    'section div span bdi button svg path rect line'
  ).split(' '),
);
const harmless =
  /^(?:class|id|role|tabindex|type|start|checked|disabled|readonly|title|aria-[a-z]+|data-base-ui-tooltip-trigger|xmlns|width|height|viewBox|fill|stroke|stroke-[a-z]+|d|x|y|x1|x2|y1|y2|rx|ry)$/i;

/** Tags and attributes that are not ours. Text is escaped on the way out, so whatever looks like a tag is one. */
function strangers(markup: string): string[] {
  return [...markup.matchAll(/<([a-z][^\s>/]*)([^>]*)>/gi)].flatMap(([, tag = '', attributes = '']) => {
    const names = [...attributes.matchAll(/\s([^\s=>"/]+)(?:="([^"]*)")?/g)].map((match) => match[1] ?? '');
    return [...(ours.has(tag) ? [] : [tag]), ...names.filter((name) => !harmless.test(name))];
  });
}

const payloads: readonly string[] = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](file:///etc/passwd)',
  '[x](vscode://file/etc/passwd)',
  '[x](ms-msdt:/id PCWDiagnostic)',
  '[x](smb://host/share)',
  '[x](app://page/index.html)',
  '[x](blob:https://example.com/1)',
  '[x](../../bin/sh)',
  '[x](/etc/passwd)',
  '[x](//evil.example/a)',
  '[x](?q=1)',
  '[x](#id)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '<file:///etc/passwd>',
  '![x](https://evil.example/track.png?secret=1)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](javascript:alert(1))',
  '![x][1]\n\n[1]: https://evil.example/a.png',
  '[![x](https://evil.example/a.png)](javascript:alert(1))',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><animate/></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<form action="https://evil.example"><button>go</button></form>',
  '<style>body{background:url(https://evil.example)}</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/a.css">',
  '`<img src=x onerror=alert(1)>`',
  '```html\n<script>alert(1)</script>\n```',
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '| <img src=x onerror=alert(1)> |\n|---|\n| [x](javascript:alert(1)) |',
  '- [ ] <input autofocus onfocus=alert(1)>',
  '[^1]\n\n[^1]: <img src=x onerror=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '[a](https://a.example "onmouseover=alert(1)")',
];

describe('hostile Markdown', () => {
  it.each(payloads)('makes no element, attribute or target: %j', (payload) => {
    for (const markup of [block(payload), block(payload, true), whole(payload)]) {
      expect(strangers(markup)).toEqual([]);
    }
  });

  it('is caught by this test when it is rendered without care', () => {
    const careless = renderToStaticMarkup(
      <Markdown urlTransform={(url) => url}>
        [x](javascript:alert(1)) ![y](https://evil.example/a.png)
      </Markdown>,
    );
    expect(strangers(careless)).toEqual(expect.arrayContaining(['a', 'href', 'img', 'src']));
  });

  it('offers only http, https and mailto as links, and says where others would lead', () => {
    const offered = (text: string) => /role="link"/.test(block(text));
    expect(
      [
        'https://a.example',
        'http://a.example',
        'mailto:a@b.example',
        'javascript:alert(1)',
        'file:///a',
        'a.md',
        '//a.b',
      ].map((target) => offered(`[x](${target})`)),
    ).toEqual([true, true, true, false, false, false, false]);
    expect(block('[x](javascript:alert(1))')).toContain('(javascript:alert(1))');
    expect(offered('see https://a.example/b for more')).toBe(true);
  });

  it('names the host of a picture instead of asking for it', () => {
    expect(block('![chart](https://evil.example/track.png)')).toContain(
      'chart from evil.example, not loaded',
    );
  });

  it('shows raw HTML as the text it is', () => {
    expect(block('a <b onclick=x>bold</b> word')).toContain('&lt;b onclick=x&gt;bold&lt;/b&gt;');
  });
});

describe('a message in blocks', () => {
  it('finds the link definitions that stand in another block', () => {
    expect(whole('See [the docs].\n\n[the docs]: https://docs.example')).toContain('role="link"');
  });

  it('numbers a list that was cut and shows footnotes with the block that uses them', () => {
    expect(whole('3. three\n4. four')).toContain('<ol start="3"');
    expect(whole('Words[^n].\n\nMore.\n\n[^n]: The note.').match(/The note\./g)).toHaveLength(1);
  });

  it('shows an open fence as code, without the half-written closing mark', () => {
    const markup = renderToStaticMarkup(<MarkdownBlock text={'```ts\nconst a = 1;\n``'} openFence live />);
    expect(markup).toContain('const a = 1;</pre>');
    expect(markup).toContain('ts');
  });

  it('renders a plain paragraph alike with and without the parser', () => {
    for (const text of [
      'Words, and (more) words.',
      'It is 5: yes',
      'A dash - and one more',
      'Ends with a dot.',
    ]) {
      expect(block(text, true)).toBe(block(text));
    }
  });
});
