import { randomBytes } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import { type Config, publicUrl } from '../../runtime/config.js';
import { type Language, PAGE_ROOTS, SHARED_PAGE, SIGNED_OUT_PAGES } from '../../schemas/dashboard.js';
import { languageOf } from '../http/auth/language.js';
import { entries, sendAsset } from './assets.js';
import { sendMailFrame } from './mail-frame.js';

const KNOWN: ReadonlySet<string> = new Set(PAGE_ROOTS);
/** The first path segments of what only programs request. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set(['api', 'hooks']);
const OUTSIDE: ReadonlySet<string> = new Set(SIGNED_OUT_PAGES);

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The path below which the service is reached from outside, with a slash at its end. */
const basePath = (config: Config): string => new URL(publicUrl(config)).pathname.replace(/\/*$/, '/');

/** Returns whether a browser navigates to a page, as opposed to a program that requests data. */
const isNavigation = (req: Request): boolean =>
  req.get('sec-fetch-dest') === 'document' || /\btext\/html\b/.test(req.get('accept') ?? '');

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The policy of the page that people without a user open: it embeds nothing, sends no forms and starts no workers. */
const sharedPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const SHARED_HEADERS = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};

const NEEDS_SCRIPTS: Readonly<Record<Language, string>> = {
  en: 'The dashboard needs JavaScript. The API doesn’t: see /docs.',
  es: 'El panel necesita JavaScript. La API no: consulta /docs.',
};

/** The nonce is in a meta element, because browsers hide the attribute from later scripts. */
function pageOf(root: string, language: Language, base: string, nonce: string): string {
  const { languages, styles, font, scheme } = entries();
  const { pages, signedOut } = languages[language];
  const { script, needs } = OUTSIDE.has(root) ? signedOut : pages;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<base href="${escapeAttribute(base)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="style-nonce" content="${nonce}">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>Lead Automation Service</title>
<script src="assets/${scheme}"></script>
<link rel="stylesheet" href="assets/${styles}">
<link rel="preload" href="assets/${font}" as="font" type="font/woff2" crossorigin>
<script type="module" src="assets/${script}"></script>
${needs.map((name) => `<link rel="modulepreload" href="assets/${name}">`).join('\n')}
</head>
<body>
<div id="root"></div>
<noscript>${NEEDS_SCRIPTS[language]}</noscript>
</body>
</html>
`;
}

/**
 * Opens the dashboard at the addresses of its pages, and for browsers at unknown ones, where it says that there is no
 * such page. Programs that ask for the root are redirected to the reference; every other request is left to the routes
 * behind.
 */
export function dashboardPages({ config }: { config: Config }): Router {
  const answer: RequestHandler = (req, res, next) => {
    const [root = ''] = req.path.slice(1).split('/');
    if (req.path === '/' && !isNavigation(req)) return res.redirect(302, `${basePath(config)}docs`);
    if (FOR_PROGRAMS.has(root) || !isNavigation(req)) return next();
    const nonce = randomBytes(18).toString('base64');
    const page = pageOf(root, languageOf(req, config), basePath(config), nonce);
    res.status(KNOWN.has(root) ? 200 : 404);
    const isShared = root === SHARED_PAGE;
    res.set({ ...HEADERS, ...(isShared ? SHARED_HEADERS : {}) });
    res.set('Content-Security-Policy', (isShared ? sharedPolicy : policy)(nonce)).send(page);
  };
  const router = Router();
  router.get('/assets/:file', sendAsset);
  router.get('/mail-frame.html', sendMailFrame);
  router.get(/.*/, answer);
  return router;
}
