import { findWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import type { Db } from '../../db/connection.js';
import { claimHookToken, findHookByToken } from '../../db/inbound/hooks.js';
import type { HookRow } from '../../db/tables.js';
import type { ProviderEvent } from '../../domain/inbound/provider-event.js';
import { storable } from '../../domain/values/text.js';
import { createSns, SnsUnavailableError } from '../../providers/email/sns.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { sameSecret } from '../../runtime/hook-signature.js';
import { createSecretBox, type SecretBox } from '../../runtime/secret-box.js';
import {
  HOOK_PROVIDERS,
  type HookProvider,
  receiveHookContract,
  verifyHookAddressContract,
} from '../../schemas/inbound/provider-hooks.js';
import type { TwilioHooks } from '../../services/channels/twilio-hooks.js';
import { openAccessToken, twilioHooksOf } from '../../services/channels/whatsapp-numbers.js';
import { hookSecret, hookVerifyToken, receiveEvent } from '../../services/inbound/hooks.js';
import type { ApiDependencies } from '../dependencies.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { asText, readBytes } from '../http/request/read-body.js';
import { route } from '../http/route.js';
import { WEBHOOK_ADAPTERS } from './provider-adapters.js';

/** The account of the called address, and the secret of its signatures. */
interface Caller {
  accountId: string;
  /** Undefined for a number's own address. */
  hookId?: string;
  provider: HookProvider | 'twilio';
  secret: string;
}

/** The number of Twilio's that an address was made for; its own auth token signs. */
async function numberAt(db: Db, hooks: TwilioHooks, box: SecretBox, token: string, now: Date): Promise<Caller> {
  const named = hooks.read(token, now);
  const number = named && (await findWhatsAppNumber(db, named.accountId, named.numberId));
  if (number?.provider !== 'twilio') throw new ApiError('NOT_FOUND');
  return { accountId: number.account_id, provider: 'twilio', secret: openAccessToken(number, box) };
}

/** The hook behind an address; an unknown one answers like a page that isn't there. */
async function hookOf(db: Db, params: { provider: string; token: string }): Promise<HookRow> {
  const provider = HOOK_PROVIDERS.find((name) => name === params.provider);
  const hook = provider && (await findHookByToken(db, provider, params.token));
  if (!hook) throw new ApiError('NOT_FOUND');
  return hook;
}

/**
 * Takes what a provider sends: token, then signature, then shape, and only then is anything stored. The rows and the
 * instructions to work them commit together, so a 200 means that no event can be lost; what they change happens in
 * their workflows.
 */
export const receiveHookRoute = (deps: ApiDependencies) => {
  const { config } = deps;
  const box = createSecretBox(secretsOf(config));
  const hooks = twilioHooksOf(config);
  const sns = createSns(config.SNS_URL);
  const callerOf = async (db: Db, params: { provider: string; token: string }, now: Date): Promise<Caller> => {
    if (params.provider === 'twilio') return numberAt(db, hooks, box, params.token, now);
    const hook = await hookOf(db, params);
    const secret = hookSecret(hook, box);
    return { accountId: hook.account_id, hookId: hook.id, provider: hook.provider, secret };
  };
  return route(receiveHookContract).handle(async ({ params, db, req, now }) => {
    const { accountId, hookId, provider, secret } = await callerOf(db, params, now);
    const adapter = WEBHOOK_ADAPTERS[provider];
    const bytes = await (adapter.receive?.(req) ?? readBytes(req, receiveHookContract.maxBytes));
    const context = { url: `${publicUrl(config)}${req.originalUrl}`, sns };
    const signature = await atProvider(async () => adapter.verify(req, bytes, secret, now, context));
    if (!signature.ok) throw new ApiError('INVALID_SIGNATURE', { details: { reason: signature.reason } });
    const text = asText(bytes);
    const body = parse(adapter.parse ? JSON.stringify(adapter.parse(text, req)) : text);
    const events = await adapter.read(body, req);
    await atProvider(async () => adapter.confirm?.(body, context));
    const isNew = await commit(deps, now, async (work) => {
      const token = adapter.tokenOf?.(body);
      if (token !== undefined && hookId !== undefined) {
        const eventId = events.map((event) => event.eventId).join(' ');
        const isFirst = await claimHookToken(work.tx, now, { hookId, token, eventId });
        if (!isFirst) throw new ApiError('INVALID_SIGNATURE', { details: { reason: 'replayed' } });
      }
      let isNew = events.length === 0;
      for (const event of events) {
        const stored = await receiveEvent(work, {
          accountId,
          provider,
          ...rowOf(event),
        });
        isNew ||= stored;
      }
      return isNew;
    });
    // Twilio takes what it is answered for an answer to the person, written in its own markup.
    if (provider === 'twilio') return { status: 204, body: null };
    return { status: 200, body: { success: true, duplicate: !isNew } };
  });
};

/** Responds so that the provider repeats its request later, if the provider can't be reached. */
async function atProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SnsUnavailableError) throw new ApiError('PROVIDER_ERROR', { message: error.message });
    throw error;
  }
}

/** Returns what Meta asks before it sends anything: the challenge comes back to those who know the token. */
export const verifyHookAddressRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(verifyHookAddressContract).handle(async ({ params, query, db }) => {
    const hook = await hookOf(db, params);
    const { 'hub.mode': mode, 'hub.verify_token': token = '', 'hub.challenge': challenge } = query;
    if (hook.provider !== 'meta_cloud' || mode !== 'subscribe' || challenge === undefined)
      throw new ApiError('NOT_FOUND');
    if (!sameSecret(token, hookVerifyToken(hook, box))) {
      throw new ApiError('INVALID_SIGNATURE', { details: { reason: 'mismatch' } });
    }
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };
    return { status: 200, body: challenge, headers };
  });
};

const STORABLE_TYPE = /^[\x21-\x7e]{1,64}$/;

const rowOf = ({ eventId, type, payload }: ProviderEvent) => ({
  eventId,
  type: STORABLE_TYPE.test(type) ? type : 'unknown',
  payload: JSON.stringify(payload),
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) => (typeof value === 'string' ? storable(value) : value));
  } catch {
    throw new ApiError('INVALID_JSON');
  }
}
