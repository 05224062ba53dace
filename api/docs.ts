import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Router } from 'express';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Lead Automation Service: API reference</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="/docs/reference.js"></script>
    <script>
      Scalar.createApiReference('#app', {
        url: '/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        hideClientButton: true,
      });
    </script>
  </body>
</html>
`;

/** The API reference as a page: Scalar, served from here, without outside requests. */
export function docsPage(): Router {
  const router = Router();
  const require = createRequire(import.meta.url);
  let script: Buffer | undefined;
  router.get('/docs', (_req, res) => {
    res
      .set(
        'Content-Security-Policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'",
      )
      .type('html')
      .send(PAGE);
  });
  router.get('/docs/reference.js', (_req, res) => {
    script ??= readFileSync(require.resolve('@scalar/api-reference/dist/browser/standalone.js'));
    res.type('js').set('Cache-Control', 'public, max-age=3600').send(script);
  });
  return router;
}
