import type { Request } from 'express';
import type { Db } from '../../db/connection.js';
import { listMailChannels } from '../../db/inbound/push-channels.js';
import { asObject, asText } from '../../domain/inbound/provider-event.js';
import { jsonObject } from '../../providers/http.js';
import { createPubSub, KeysUnavailableError, type PubSub } from '../../providers/push/pub-sub.js';
import { type Config, publicUrl, secretsOf } from '../../runtime/config.js';
import { type PushSource, pushPath } from '../../schemas/inbound/push.js';
import type { PushReport } from '../../services/inbound/push-reports.js';
import { createPushTokens } from '../../services/inbound/push-tokens.js';
import { ApiError } from '../http/errors.js';

/** Reads the reports of a request that prove that they are about channels of this instance. */
export type ReadReports = (given: { req: Request; bytes: Buffer; db: Db; now: Date }) => Promise<PushReport[]>;

/** More reports than an API puts into one request. */
const MAX_REPORTS = 1_000;

/** Creates the readers of reports, by the API that reports. */
export function pushSources(config: Config): Readonly<Record<PushSource, ReadReports>> {
  const tokens = createPushTokens(secretsOf(config));
  const pubSub = pubSubOf(config);
  return {
    async microsoft({ bytes, now }) {
      const { value } = bodyIn(bytes);
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
    async 'google-calendar'({ req, now }) {
      const id = tokens.read(req.get('x-goog-channel-token') ?? '', now);
      return id === undefined || req.get('x-goog-resource-state') === 'sync' ? [] : [{ kind: 'changed', id }];
    },
    async gmail({ req, bytes, db }) {
      if (!pubSub) throw new ApiError('NOT_FOUND');
      if (!(await isSigned(pubSub, req))) {
        throw new ApiError('INVALID_SIGNATURE', { details: { reason: 'mismatch' } });
      }
      const data = Buffer.from(asText(asObject(bodyIn(bytes).message).data) ?? '', 'base64');
      const email = asText(jsonObject(data)?.emailAddress);
      const ids = email === null ? [] : await listMailChannels(db, email);
      return ids.map((id) => ({ kind: 'changed', id }));
    },
  };
}

const pubSubOf = (config: Config): PubSub | undefined =>
  config.GOOGLE_PUBSUB_TOPIC === ''
    ? undefined
    : createPubSub({
        issuer: config.GOOGLE_ISSUER_URL,
        serviceAccount: config.GOOGLE_PUBSUB_SERVICE_ACCOUNT,
        audience: `${publicUrl(config)}${pushPath('gmail')}`,
      });

async function isSigned(pubSub: PubSub, req: Request): Promise<boolean> {
  try {
    return await pubSub.isSigned(req.get('authorization'));
  } catch (error) {
    if (error instanceof KeysUnavailableError) throw new ApiError('PROVIDER_ERROR', { message: error.message });
    throw error;
  }
}

function bodyIn(bytes: Buffer): Record<string, unknown> {
  try {
    return asObject(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new ApiError('INVALID_JSON');
  }
}

const invalid = () =>
  new ApiError('VALIDATION_ERROR', { field: '', message: "The body isn't a list of change notifications." });
