import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { GUIDE_GROUPS } from '../../api/docs/guide-list.js';
import { renderMarkdown } from '../../api/docs/render-markdown.js';
import { useApi } from '../support/api.js';
import { guideTexts } from '../support/guide-blocks.js';
import { shownPictures } from '../support/shown-pictures.js';

const api = useApi();
const guides = guideTexts();
const names = [...guides.keys()];

/** The allowed link targets outside of the service and its repository. No page loads anything from them. */
const OUTSIDE = ['https://temporal.io', 'https://www.standardwebhooks.com/'];

/** Pages of the service that are no guides. */
const PAGES = ['/docs', '/docs/guides', '/openapi.json', '/llms.txt', '/llms-full.txt'];

const anchorsOf = (markdown: string) => renderMarkdown(markdown).headings.map(({ anchor }) => anchor);
const outsideCode = (markdown: string) => markdown.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`\n]*`/g, '');
const linksOf = (markdown: string) =>
  [...outsideCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string);

describe('pictures', () => {
  it('of the dashboard that are kept are those that a page shows, in light and dark colors', () => {
    expect(readdirSync('docs/screenshots').sort()).toEqual(shownPictures());
  });
});

/** Every text that the dashboard shows as a whole. */
function labelsOfTheDashboard(): Set<string> {
  const files = readdirSync('dashboard/words', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const sources = ['dashboard/app/rail.ts', ...files.map((name) => path.join('dashboard/words', name))];
  const literals = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/'([^'\\\n]+)'/g)]);
  return new Set(literals.map(([, text]) => text as string));
}

describe('the guides to the dashboard', () => {
  const labels = labelsOfTheDashboard();
  const pages = GUIDE_GROUPS.find(({ name }) => name === 'Use the dashboard')?.guides ?? [];
  it.each(pages)('name buttons and fields in %s as the pages do', (name) => {
    const named = [...outsideCode(guides.get(name) ?? '').matchAll(/(?<!\w)_([^_\n]+)_(?!\w)/g)].map(
      ([, label]) => label,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((label) => !labels.has(label as string))).toEqual([]);
  });
});

describe('links', () => {
  it.each(names)('of the guide %s lead somewhere', (name) => {
    const broken = linksOf(guides.get(name) ?? '').filter((target) => {
      if (OUTSIDE.includes(target) || PAGES.includes(target)) return false;
      if (target.startsWith('../screenshots/')) return !existsSync(path.join('docs/guides', target));
      const [file = '', anchor] = target.split('#');
      const markdown = guides.get(file === '' ? name : file.replace(/\.md$/, ''));
      if (markdown === undefined || (file !== '' && !file.endsWith('.md'))) return true;
      return anchor !== undefined && !anchorsOf(markdown).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  const files = ['README.md', 'CONTRIBUTING.md', 'client/README.md']
    .concat(['docs', 'docs/decisions'].flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name))))
    .filter((file) => file.endsWith('.md'));
  it.each(files)('of %s lead somewhere', (file) => {
    const broken = linksOf(readFileSync(file, 'utf8')).filter((target) => {
      if (OUTSIDE.includes(target)) return false;
      const [name = '', anchor] = target.split('#');
      const other = path.join(path.dirname(file), name);
      if (!existsSync(name === '' ? file : other)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(name === '' ? file : other, 'utf8')).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

describe('the pages of the guides', () => {
  const get = (where: string) => supertest(api.app).get(where);

  it('are all in the list of guides', () => {
    const listed = GUIDE_GROUPS.flatMap(({ guides: group }) => group);
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it.each(names)('%s is served as a page and as Markdown, and loads nothing from elsewhere', async (name) => {
    const page = await get(`/docs/${name}`);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text.match(/<(link|img|script|iframe)[^>]+(src|href)="(?!data:|\/docs\/screenshots\/)/g)).toBeNull();
    const pictures = [...page.text.matchAll(/ (?:src|srcset)="(\/docs\/[^"]+)"/g)].map(([, src]) => src as string);
    for (const src of pictures) {
      const { status, headers } = await get(src);
      expect([src, status, headers['content-type']]).toEqual([src, 200, 'image/webp']);
    }
    const hrefs = [...page.text.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => href as string);
    const ids = new Set([...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const broken = hrefs.filter((href) => href.startsWith('#') && !ids.has(href.slice(1)));
    expect(broken).toEqual([]);
    const inside = new Set(hrefs.filter((href) => href.startsWith('/')).map((href) => href.split('#')[0] as string));
    for (const href of inside) expect([href, (await get(href)).status]).toEqual([href, 200]);
    const markdown = await get(`/docs/${name}.md`);
    expect(markdown.headers['content-type']).toMatch(/^text\/markdown/);
    expect(markdown.text).toBe(guides.get(name));
  });

  it('can be found from the list, from /llms.txt and as one text', async () => {
    const list = await get('/docs/guides');
    const llms = await get('/llms.txt');
    for (const name of names) {
      expect(list.text).toContain(`href="/docs/${name}"`);
      expect(llms.text).toContain(`(/docs/${name}.md)`);
    }
    for (const [, href] of llms.text.matchAll(/\]\(([^)]+)\)/g)) expect((await get(href ?? '')).status).toBe(200);
    const full = await get('/llms-full.txt');
    for (const markdown of guides.values()) expect(full.text).toContain(markdown.trim());
  });

  it('answers 404 for a guide that there is not', async () => {
    for (const where of ['/docs/nothing', '/docs/nothing.md', '/docs/..%2FREADME.md', '/docs/%2e%2e'])
      expect([where, (await get(where)).status]).toEqual([where, 404]);
  });
});
