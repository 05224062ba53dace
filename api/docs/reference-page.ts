import { createHash } from 'node:crypto';
import path from 'node:path';
import express, { Router } from 'express';

/** The only script that the page holds; the policy knows it by its hash. */
const SCRIPT = `
      import { createApiReference } from '/docs/assets/standalone.esm.js';
      createApiReference('#app', {
        url: '/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        authentication: { preferredSecurityScheme: 'apiKey' },
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
      });
    `;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>Lead Automation Service: API reference</title>
    <style>
      :root { --scalar-custom-header-height: 3rem; }
      header {
        position: sticky; top: 0; z-index: 10; height: 3rem; padding: 0 1.25rem; display: flex; gap: 1.25rem;
        align-items: center; font: 1rem system-ui, sans-serif; color: var(--scalar-color-1);
        background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color);
      }
      header strong { margin-right: auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      header a { color: inherit; white-space: nowrap; }
      @media (max-width: 30rem) { header a + a { display: none; } }
    </style>
  </head>
  <body>
    <header>
      <strong>Lead Automation Service</strong><a href="/docs/guides">Guides</a><a href="/docs/quick-start">Quick start</a>
    </header>
    <div id="app"></div>
    <script type="module">${SCRIPT}</script>
  </body>
</html>
`;

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'self'",
    `script-src 'self' 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** The folders of Scalar's scripts, relative to the sources and to the compiled program. */
const FOLDERS = ['../../dist/reference', '../../reference'].map((up) => path.resolve(import.meta.dirname, up));

/** Renders the API reference as a page: Scalar, served from here, without outside requests. */
export function referencePage(): Router {
  const router = Router();
  router.get('/docs', (_req, res) => {
    res.set(PAGE_HEADERS).send(PAGE);
  });
  for (const folder of FOLDERS) router.use('/docs/assets', express.static(folder, { index: false, maxAge: '1h' }));
  return router;
}
