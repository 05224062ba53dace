import type { Request } from 'express';
import { asObject, asText } from '../../domain/inbound/provider-event.js';
import { secretsOf } from '../../runtime/config.js';
import { PUSH_SOURCES, type PushSource, receivePushContract } from '../../schemas/inbound/push.js';
import { type PushReport, receiveReports } from '../../services/inbound/push-reports.js';
import { createPushTokens, type PushTokens } from '../../services/inbound/push-tokens.js';
import type { ApiDependencies } from '../dependencies.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { readBytes } from '../http/request/read-body.js';
import { route } from '../http/route.js';

/** More reports than an API puts into one request. */
const MAX_REPORTS = 1_000;

/** Reads the reports of a request whose tokens are valid. */
type ReadReports = (req: Request, bytes: Buffer, context: { tokens: PushTokens; now: Date }) => PushReport[];

const SOURCES: Readonly<Record<PushSource, ReadReports>> = {
  microsoft(_req, bytes, { tokens, now }) {
    const { value } = asObject(parse(bytes));
    if (!Array.isArray(value) || value.length > MAX_REPORTS) throw invalid();
    return value.map(asObject).flatMap(({ clientState, lifecycleEvent, subscriptionId }): PushReport[] => {
      const id = tokens.read(asText(clientState) ?? '', now);
      if (id === undefined) return [];
      if (lifecycleEvent === 'reauthorizationRequired') return [{ kind: 'renewal_due', id }];
      if (lifecycleEvent !== 'subscriptionRemoved') return [{ kind: 'changed', id }];
      return [{ kind: 'closed', id, channelId: asText(subscriptionId) ?? '' }];
    });
  },
  // The headers say everything. The first request only confirms the channel.
  'google-calendar'(req, _bytes, { tokens, now }) {
    const id = tokens.read(req.get('x-goog-channel-token') ?? '', now);
    return id === undefined || req.get('x-goog-resource-state') === 'sync' ? [] : [{ kind: 'changed', id }];
  },
};

/**
 * Receives reports of changes. A valid report only leads to reading what its channel watches, so nothing in a request is
 * believed but its token.
 */
export const receivePushRoute = (deps: ApiDependencies) => {
  const tokens = createPushTokens(secretsOf(deps.config));
  return route(receivePushContract).handle(async ({ params, query, req, now }) => {
    const source = PUSH_SOURCES.find((name) => name === params.source);
    if (source === undefined) throw new ApiError('NOT_FOUND');
    const { validationToken } = query;
    if (source === 'microsoft' && validationToken !== undefined) {
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
      return { status: 200, body: validationToken, headers };
    }
    const reports = SOURCES[source](req, await readBytes(req, receivePushContract.maxBytes), { tokens, now });
    if (reports.length > 0) await commit(deps, now, (work) => receiveReports(work, reports));
    return { status: 204, body: null };
  });
};

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ApiError('INVALID_JSON');
  }
}

const invalid = () =>
  new ApiError('VALIDATION_ERROR', { field: '', message: "The body isn't a list of change notifications." });
