import type { Request } from 'express';
import { reasonOfRequest } from '../../domain/messages/machine-hits.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { followTrackingLinkContract } from '../../schemas/leads/tracking.js';
import { createTrackingLinks, type Tracked } from '../../services/messages/mail-links.js';
import { recordHit } from '../../services/messages/tracking.js';
import { PROOF_HEADER } from '../../services/messages/tracking-domain.js';
import type { ApiDependencies } from '../dependencies.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const HEADERS = { 'Cache-Control': 'no-store, private', 'Referrer-Policy': 'no-referrer' };

const PURPOSES = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];

const reasonOf = (req: Request, kind: Tracked['kind']) =>
  reasonOfRequest({
    kind,
    method: req.method,
    userAgent: req.get('user-agent') ?? '',
    purposes: PURPOSES.flatMap((name) => req.get(name) ?? []),
  });

/**
 * Serves the image and the redirect of tracked emails, and records the request. A link redirects even if it can't be
 * recorded.
 */
export const followTrackingLinkRoute = (deps: ApiDependencies) => {
  const links = createTrackingLinks(secretsOf(deps.config), publicUrl(deps.config));
  return route(followTrackingLinkContract).handle(async ({ params, now, req }) => {
    const proof = links.proofResponse(params.token, now);
    if (proof !== undefined) {
      return { status: 200, body: PIXEL, headers: { ...HEADERS, 'Content-Type': 'image/gif', [PROOF_HEADER]: proof } };
    }
    const tracked = links.read(params.token, now);
    if (!tracked) throw new ApiError('NOT_FOUND');
    await commit(deps, now, (work) => recordHit(work, tracked, reasonOf(req, tracked.kind))).catch((error) =>
      deps.logger.warn({ err: error }, 'An opening or a click could not be noted'),
    );
    if (tracked.kind === 'click') {
      // A header takes no other spelling than this.
      return { status: 302, body: null, headers: { ...HEADERS, Location: new URL(tracked.url).href } };
    }
    return { status: 200, body: PIXEL, headers: { ...HEADERS, 'Content-Type': 'image/gif' } };
  });
};
