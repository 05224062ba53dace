import { createHash } from 'node:crypto';
import { escapeHtml } from '../../domain/messages/escape-html.js';

/** A page for people, in English unless another language is named: its parts are HTML already, its title is text. */
export type PageShell = (title: string, body: string, language?: string) => string;

const RIGHT_TO_LEFT = ['ar'];

/** Makes the frame of pages that share a style sheet, and their headers. */
export function pageShell(style: string): { page: PageShell; headers: Record<string, string> } {
  return {
    page: (title, body, language = 'en') => `<!doctype html>
<html lang="${language}"${RIGHT_TO_LEFT.includes(language) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`,
    // Nothing from elsewhere, no scripts, no frames; the one style sheet is known by its hash.
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  };
}
