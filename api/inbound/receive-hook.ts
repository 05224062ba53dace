import { findWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import type { Db } from '../../db/connection.js';
import { findHookByToken } from '../../db/inbound/hooks.js';
import type { HookRow } from '../../db/tables.js';
import type { ProviderEvent } from '../../domain/inbound/provider-event.js';
import { storable } from '../../domain/values/text.js';
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
  const callerOf = async (db: Db, params: { provider: string; token: string }, now: Date): Promise<Caller> => {
    if (params.provider === 'twilio') return numberAt(db, hooks, box, params.token, now);
    const hook = await hookOf(db, params);
    return { accountId: hook.account_id, provider: hook.provider, secret: hookSecret(hook, box) };
  };
  return route(receiveHookContract).handle(async ({ params, db, req, now }) => {
    const { accountId, provider, secret } = await callerOf(db, params, now);
    const adapter = WEBHOOK_ADAPTERS[provider];
    const bytes = await readBytes(req, receiveHookContract.maxBytes);
    const signature = adapter.verify(req, bytes, secret, now, `${publicUrl(config)}${req.originalUrl}`);
    if (!signature.ok) throw new ApiError('INVALID_SIGNATURE', { details: { reason: signature.reason } });
    const text = asText(bytes);
    const events = adapter.read(parse(adapter.parse ? JSON.stringify(adapter.parse(text, req)) : text));
    const isNew = await commit(deps, now, async (work) => {
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
