import { PUSH_SOURCES, receivePushContract } from '../../schemas/inbound/push.js';
import { receiveReports } from '../../services/inbound/push-reports.js';
import type { ApiDependencies } from '../dependencies.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { readBytes } from '../http/request/read-body.js';
import { route } from '../http/route.js';
import { pushSources } from './push-sources.js';

/**
 * Receives reports of changes. A valid report only leads to reading what its channel watches, so nothing in a request is
 * believed but its proof.
 */
export const receivePushRoute = (deps: ApiDependencies) => {
  const sources = pushSources(deps.config);
  return route(receivePushContract).handle(async ({ params, query, req, db, now }) => {
    const source = PUSH_SOURCES.find((name) => name === params.source);
    if (source === undefined) throw new ApiError('NOT_FOUND');
    const { validationToken } = query;
    if (source === 'microsoft' && validationToken !== undefined) {
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
      return { status: 200, body: validationToken, headers };
    }
    const bytes = await readBytes(req, receivePushContract.maxBytes);
    const reports = await sources[source]({ req, bytes, db, now });
    if (reports.length > 0) await commit(deps, now, (work) => receiveReports(work, reports));
    return { status: 204, body: null };
  });
};
