import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { GUIDE_GROUPS } from './guide-list.js';
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.js';

/** One guide: its Markdown and what it renders to. */
export interface Guide extends RenderedMarkdown {
  name: string;
  title: string;
  /** The first paragraph, as plain text. */
  summary: string;
  markdown: string;
}

/** Finds the folder of the guides, seen from the sources and from what is built of them. */
export function guidesFolder(): string {
  const above = ['../..', '../../..'].map((up) => path.resolve(import.meta.dirname, up, 'docs/guides'));
  const folder = above.find((candidate) => existsSync(candidate));
  if (!folder) throw new Error(`The guides are missing: ${above.join(' or ')}.`);
  return folder;
}

/** Finds the pictures of the dashboard that guides show. */
export const screenshotsFolder = (): string => path.join(guidesFolder(), '../screenshots');

/** Reads and renders all guides by name, in reading order. */
export function readGuides(folder = guidesFolder()): Map<string, Guide> {
  const names = GUIDE_GROUPS.flatMap(({ guides }) => guides).filter((name) =>
    existsSync(path.join(folder, `${name}.md`)),
  );
  return new Map(
    names.map((name) => {
      const markdown = readFileSync(path.join(folder, `${name}.md`), 'utf8');
      const rendered = renderMarkdown(markdown);
      return [
        name,
        { name, markdown, ...rendered, title: rendered.headings[0]?.text ?? name, summary: summary(markdown) },
      ];
    }),
  );
}

const summary = (markdown: string): string => {
  const paragraph = markdown.split(/\n\s*\n/).find((part) => !part.startsWith('#')) ?? '';
  return paragraph
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
};

/** Writes the list of the guides for programs that read: llmstxt.org's form. */
export function llmsText(guides: ReadonlyMap<string, Guide>): string {
  const sections = GUIDE_GROUPS.map(({ name, guides: names }) => {
    const lines = names.flatMap((each) => {
      const guide = guides.get(each);
      return guide ? [`- [${guide.title}](/docs/${each}.md): ${guide.summary}`] : [];
    });
    return `## ${name}\n\n${lines.join('\n')}\n`;
  });
  return `# Lead Automation Service

> A self-hosted platform that works a company's leads: cadences by email, WhatsApp and calls, background jobs and bookings, behind one REST API.

- [API description](/openapi.json): OpenAPI 3.1, every endpoint, shape and error
- [All guides in one file](/llms-full.txt)

${sections.join('\n')}`;
}

/** Writes every guide in one text. */
export const llmsFullText = (guides: ReadonlyMap<string, Guide>): string =>
  [...guides.values()].map(({ markdown }) => markdown.trim()).join('\n\n---\n\n');
