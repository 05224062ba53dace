import { createRequire } from 'node:module';
import path from 'node:path';
import express, { Router } from 'express';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Lead Automation Service: API reference</title>
  </head>
  <body>
    <div id="app"></div>
    <script type="module">
      import { createApiReference } from '/docs/assets/standalone.esm.js';
      createApiReference('#app', {
        url: '/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
      });
    </script>
  </body>
</html>
`;

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** The API reference as a page: Scalar, served from here, without outside requests. */
export function docsPage(): Router {
  const main = createRequire(import.meta.url).resolve('@scalar/api-reference');
  const assets = express.static(path.join(path.dirname(main), 'browser'), { index: false, maxAge: '1h' });
  const router = Router();
  router.get('/docs', (_req, res) => {
    res.set(PAGE_HEADERS).send(PAGE);
  });
  router.use('/docs/assets', assets);
  return router;
}
