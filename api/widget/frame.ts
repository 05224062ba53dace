import { fromJson } from '../../db/connection.js';
import { frameAncestors } from '../../domain/widget/allowed-domains.js';
import { showWidgetFrameContract } from '../../schemas/widget/frame.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { frameScriptPath } from './scripts.js';

/** Returns the address of the frame of a widget, below that of the service. */
export const framePath = (key: string): string => `${showWidgetFrameContract.path}?key=${encodeURIComponent(key)}`;

/** The page of the frame: all that is in it comes from its script. */
const page = () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat</title>
<script type="module" src="${frameScriptPath()}"></script>
</head>
<body></body>
</html>
`;

const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
  ...["worker-src 'self'", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"],
].join('; ');

/** The headers of the frame: only the pages on the list may embed it, and nothing in it comes from elsewhere. */
const headersFor = (domains: readonly string[]): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `${POLICY}; frame-ancestors ${frameAncestors(domains)}`,
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
});

export const showWidgetFrameRoute = ({ keys }: ApiDependencies) =>
  route(showWidgetFrameContract).handle(async ({ query, req, res }) => {
    // It would forbid what frame-ancestors allows.
    res.removeHeader('X-Frame-Options');
    const key = query.key === undefined ? undefined : await keys.find(query.key, req.ip ?? '');
    const widget = key && (await keys.widget(key.id));
    if (!widget?.is_active) return { status: 404, body: page(), headers: headersFor([]) };
    return { status: 200, body: page(), headers: headersFor(fromJson(widget.allowed_domains)) };
  });
