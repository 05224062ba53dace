import { createRequire } from 'node:module';
import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../../domain/messages/escape-html.js';

/** The part of highlight.js that is used. Its own types bring the browser's globals into every file of the service. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  getLanguage(name: string): unknown;
  highlight(code: string, options: { language: string }): { value: string };
}

const load = createRequire(import.meta.url);
const hljs: Highlighter = load('highlight.js/lib/core');
for (const [name, language] of Object.entries({ sh: 'bash', js: 'javascript', json: 'json', py: 'python' }))
  hljs.registerLanguage(name, load(`highlight.js/lib/languages/${language}`));

/** A heading with the anchor it is reached by. */
export interface Heading {
  level: number;
  text: string;
  anchor: string;
}

export interface RenderedMarkdown {
  html: string;
  headings: Heading[];
}

/** The anchor that GitHub gives a heading too, so that one link works in both places. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const LANGUAGE_NAMES: Record<string, string> = { sh: 'Shell', js: 'JavaScript', py: 'Python' };

/** Returns the caption above a code block. The words after the language are options of the test that runs it. */
function caption(info: string): string {
  const [language = '', ...words] = info.split(/\s+/);
  const file = words.find((word) => word.startsWith('file='))?.slice('file='.length);
  if (file) return file;
  if (language !== 'json') return LANGUAGE_NAMES[language] ?? '';
  const status = words.find((word) => /^\d{3}$/.test(word));
  const name = words.some((word) => word.startsWith('schema=')) ? 'Shape' : status ? `Answer, ${status}` : 'Answer';
  return words.includes('shortened') ? `${name}, shortened` : name;
}

/** Links between guides are written as links between files; pages have no `.md`. */
const toPage = (href: string): string => href.replace(/^([a-z-]+)\.md(?=#|$)/, '/docs/$1');

/** Screenshots have file names relative to the guides. Each also has a version for dark mode. */
function picture(src: string, alt: string): string {
  const light = src.replace(/^\.\.\/screenshots\//, '/docs/screenshots/');
  const dark = `<source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(light.replace('-light-', '-dark-'))}">`;
  return `<picture>${dark}<img src="${escapeHtml(light)}" alt="${escapeHtml(alt)}" loading="lazy"></picture>`;
}

/** Renders Markdown as HTML, with anchors at headings and coloured code. Raw HTML in it is shown, not taken. */
export function renderMarkdown(source: string): RenderedMarkdown {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const { rules } = markdown.renderer;

  rules.heading_open = (tokens, at, options, _env, self) => {
    const token = tokens[at];
    const text = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('');
    const base = slug(text);
    const before = taken.get(base) ?? 0;
    taken.set(base, before + 1);
    const anchor = before === 0 ? base : `${base}-${before}`;
    headings.push({ level: Number(token?.tag.slice(1)), text, anchor });
    token?.attrSet('id', anchor);
    return self.renderToken(tokens, at, options);
  };
  rules.heading_close = (tokens, at, options, _env, self) => {
    const { anchor = '', level = 1 } = headings.at(-1) ?? {};
    const link = level === 1 ? '' : ` <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`;
    return link + self.renderToken(tokens, at, options);
  };
  rules.link_open = (tokens, at, options, _env, self) => {
    const token = tokens[at];
    token?.attrSet('href', toPage(String(token.attrGet('href') ?? '')));
    return self.renderToken(tokens, at, options);
  };
  rules.image = (tokens, at) => picture(String(tokens[at]?.attrGet('src') ?? ''), tokens[at]?.content ?? '');
  // A wide table moves in a frame of its own, so that a phone's page doesn't.
  rules.table_open = () => '<div class="table" tabindex="0"><table>';
  rules.table_close = () => '</table></div>';
  rules.fence = (tokens, at) => {
    const { info = '', content = '' } = tokens[at] ?? {};
    const language = info.split(/\s+/)[0] ?? '';
    const code = hljs.getLanguage(language) ? hljs.highlight(content, { language }).value : escapeHtml(content);
    const label = caption(info.trim());
    return `<figure>${label ? `<figcaption>${escapeHtml(label)}</figcaption>` : ''}<pre tabindex="0"><code class="${escapeHtml(language)}">${code}</code></pre></figure>\n`;
  };
  // Called once: the rules above note the headings while they render.
  const html = markdown.render(source);
  return { html, headings };
}
