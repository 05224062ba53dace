import { createHash } from 'node:crypto';
import { escapeHtml } from '../../domain/messages/escape-html.js';
import { GUIDE_GROUPS } from './guide-list.js';
import { GUIDE_STYLE } from './guide-style.js';
import type { Guide } from './guides.js';

/** Copies a block; a browser without a clipboard, or without scripts, shows no button. */
const SCRIPT = `
if (navigator.clipboard) for (const block of document.querySelectorAll('figure')) {
  const button = document.createElement('button');
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  block.append(button);
}
`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing from elsewhere: the one style sheet and the one script are known by their hashes. */
export const GUIDE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${hash(GUIDE_STYLE)}`,
    `script-src ${hash(SCRIPT)}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

type Guides = ReadonlyMap<string, Guide>;

const navigation = (guides: Guides, current: string | undefined): string =>
  GUIDE_GROUPS.map(({ name, guides: names }) => {
    const items = names.flatMap((each) => {
      const guide = guides.get(each);
      const mark = each === current ? ' aria-current="page"' : '';
      return guide ? [`<li><a href="/docs/${each}"${mark}>${escapeHtml(guide.title)}</a></li>`] : [];
    });
    return items.length > 0 ? `<h2>${escapeHtml(name)}</h2><ul>${items.join('')}</ul>` : '';
  }).join('');

interface Frame {
  title: string;
  current?: string;
  body: string;
  contents?: string;
}

const page = (guides: Guides, { title, current, body, contents }: Frame): string => {
  const nav = navigation(guides, current);
  const markdown = current ? `<a href="/docs/${current}.md">Markdown</a>` : '<a href="/llms.txt">llms.txt</a>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} - Lead Automation Service</title>
<style>${GUIDE_STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><div><strong>Lead Automation Service</strong><a href="/docs/guides" aria-current="true">Guides</a><a href="/docs">API reference</a>${markdown}</div></header>
<div class="columns${contents ? '' : ' wide'}">
<nav class="side" aria-label="Guides">${nav}</nav>
<div>
<details class="menu"><summary>All guides</summary><nav aria-label="All guides">${nav}</nav></details>
<main id="content">
${body}
</main>
</div>
${contents ?? ''}
</div>
<script>${SCRIPT}</script>
</body>
</html>
`;
};

/** Renders one guide as a page, with the way to the ones before and after it. */
export function guidePage(guides: Guides, guide: Guide): string {
  const names = [...guides.keys()];
  const at = names.indexOf(guide.name);
  const way = (name: string | undefined, arrow: (title: string) => string) =>
    name ? `<a href="/docs/${name}">${arrow(escapeHtml(guides.get(name)?.title ?? name))}</a>` : '<span></span>';
  const next = `<div class="next">${way(names[at - 1], (title) => `&larr; ${title}`)}${way(names[at + 1], (title) => `${title} &rarr;`)}</div>`;
  const sections = guide.headings.filter(({ level }) => level === 2);
  const contents = `<aside class="toc" aria-label="On this page"><h2>On this page</h2>${sections
    .map(({ anchor, text }) => `<a href="#${anchor}">${escapeHtml(text)}</a>`)
    .join('')}</aside>`;
  return page(guides, { title: guide.title, current: guide.name, body: guide.html + next, contents });
}

/** Renders the list of all guides as a page. */
export function guidesPage(guides: Guides): string {
  const groups = GUIDE_GROUPS.map(({ name, guides: names }) => {
    const cards = names.flatMap((each) => {
      const guide = guides.get(each);
      return guide
        ? [
            `<li><a href="/docs/${each}"><b>${escapeHtml(guide.title)}</b><span>${escapeHtml(guide.summary)}</span></a></li>`,
          ]
        : [];
    });
    return cards.length > 0 ? `<h2>${escapeHtml(name)}</h2><ul class="cards">${cards.join('')}</ul>` : '';
  });
  const intro =
    '<p>Every example on these pages was run against the service. <a href="/docs/quick-start">Quick start</a> takes you from a key to a lead in a cadence; the <a href="/docs">API reference</a> has each endpoint with a form to try it.</p>';
  return page(guides, { title: 'Guides', body: `<h1>Guides</h1>${intro}${groups.join('')}` });
}
