import { Router } from 'express';
import type { Config } from '../runtime/config.js';

const STYLE = `
  :root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { max-width: 34rem; padding: 2rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
  p { margin: 0 0 1.5rem; opacity: .8; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .75rem 1.5rem; margin: 0; }
  dt { font-weight: 600; }
  dd { margin: 0; opacity: .8; }
`;

const link = (href: string, name: string, meaning: string): string =>
  `<dt><a href="${href}">${name}</a></dt><dd>${meaning}</dd>`;

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The first page: where everything is. */
export function homePage({ TEMPORAL_UI_URL }: Pick<Config, 'TEMPORAL_UI_URL'>): Router {
  const temporal = TEMPORAL_UI_URL
    ? link(escapeAttribute(TEMPORAL_UI_URL), 'Temporal UI', 'Every run with its timers, retries and history')
    : '';
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lead Automation Service</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Lead Automation Service</h1>
<p>The service is running.</p>
<dl>
${link('/docs/guides', 'Guides', 'From a key to a lead in a cadence, and on')}
${link('/docs', 'API reference', 'Every endpoint, with its errors')}
${temporal}
${link('/openapi.json', 'openapi.json', 'The same for programs')}
${link('/readyz', 'Readiness', 'Whether the database and Temporal are reachable')}
${link('/metrics', 'Metrics', 'For Prometheus')}
</dl>
</main>
</body>
</html>
`;
  const router = Router();
  router.get('/', (_req, res) => {
    res
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      })
      .send(page);
  });
  return router;
}
