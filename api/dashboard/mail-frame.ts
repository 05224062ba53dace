import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { frameScript } from './assets.js';

const STYLE = `html{color-scheme:light}
body{margin:0;padding:12px;background:#fff;color:#151922;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
img{max-width:100%;height:auto}`;

const policy = (script: string, withImages: boolean): string =>
  [
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    `img-src data:${withImages ? ' https:' : ''}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/**
 * Sends the document that shows HTML emails. It has no origin, so it can't load anything from the service. Its one
 * script is inline and allowed by its hash. External images only load with `?images=1`.
 */
export const sendMailFrame: RequestHandler = (req, res) => {
  const script = frameScript();
  res
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(script, req.query.images === '1'),
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    })
    .send(
      `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Mail</title><style>${STYLE}</style></head><body><script>${script}</script></body></html>\n`,
    );
};
