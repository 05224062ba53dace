import type { Request } from 'express';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { followTrackingLinkContract } from '../../schemas/leads/tracking.js';
import { createTrackingLinks } from '../../services/messages/mail-links.js';
import { recordTracked } from '../../services/messages/tracking.js';
import type { ApiDependencies } from '../dependencies.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const HEADERS = { 'Cache-Control': 'no-store, private', 'Referrer-Policy': 'no-referrer' };

/** Programs that look at mails for people; what shows images to people on request, as Gmail's proxy does, is none. */
const MACHINE =
  /bot\b|crawl|spider|scan|preview|slurp|proofpoint|mimecast|barracuda|safelinks|curl|wget|python|java\/|go-http/i;
const PREFETCH = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];

/** Apple's mail privacy loads every image of every mail and says no more of itself than this. */
const ANONYMOUS = 'Mozilla/5.0';

function isMachine(req: Request): boolean {
  const agent = req.get('user-agent')?.trim() ?? '';
  if (req.method !== 'GET' || agent === '' || agent === ANONYMOUS || MACHINE.test(agent)) return true;
  return PREFETCH.some((name) => /prefetch|preview/i.test(req.get(name) ?? ''));
}

/**
 * Serves the image and the redirect of tracked emails. A link redirects even if it can't be recorded, and prefetches by
 * machines aren't counted.
 */
export const followTrackingLinkRoute = (deps: ApiDependencies) => {
  const links = createTrackingLinks(secretsOf(deps.config), publicUrl(deps.config));
  return route(followTrackingLinkContract).handle(async ({ params, now, req }) => {
    const tracked = links.read(params.token, now);
    if (!tracked) throw new ApiError('NOT_FOUND');
    if (!isMachine(req)) {
      await commit(deps, now, (work) => recordTracked(work, tracked)).catch((error) =>
        deps.logger.warn({ err: error }, 'An opening or a click could not be noted'),
      );
    }
    if (tracked.kind === 'click') {
      // A header takes no other spelling than this.
      return { status: 302, body: null, headers: { ...HEADERS, Location: new URL(tracked.url).href } };
    }
    return { status: 200, body: PIXEL, headers: { ...HEADERS, 'Content-Type': 'image/gif' } };
  });
};
