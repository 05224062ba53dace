import { lockAccount } from '../../db/accounts/accounts.js';
import { closeSenderBreaker } from '../../db/channels/sender-breakers.js';
import * as numbers from '../../db/channels/whatsapp-numbers.js';
import { isDuplicate } from '../../db/connection.js';
import type { WhatsAppNumberRow } from '../../db/tables.js';
import { parsePhone } from '../../domain/values/phone.js';
import { secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox, type SecretBox } from '../../runtime/secret-box.js';
import {
  createWhatsAppNumberContract,
  deleteWhatsAppNumberContract,
  updateWhatsAppNumberContract,
  type WhatsAppProviderName,
} from '../../schemas/channels/whatsapp-numbers.js';
import type { Static } from '../../schemas/common.js';
import { useOfSender } from '../../services/channels/sender-use.js';
import { sealAccessToken, twilioHooksOf } from '../../services/channels/whatsapp-numbers.js';
import { askForTemplateSync } from '../../services/messages/template-sync.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { toWhatsAppNumber } from './to-whatsapp-number.js';

type Changes = Static<(typeof updateWhatsAppNumberContract)['body']>;

const THROUGHPUT = 80;
/** Settings that decide whether a provider accepts the number's messages. */
const REACHING = [
  ...(['provider_phone_number_id', 'waba_id', 'access_token'] as const),
  ...(['account_sid', 'sender_sid', 'auth_token'] as const),
];

export const createWhatsAppNumberRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  const hooks = twilioHooksOf(config);
  return route(createWhatsAppNumberContract).handle(async ({ work, account, db, body, now }) => {
    const phone = parsePhone(body.phone_number, account.country);
    if (!phone.ok) throw new ApiError('INVALID_PHONE', { message: phone.message, field: '/phone_number' });
    for (const name of CREDENTIALS[body.provider].needed) needs(body[name], body.provider, name);
    refuseForeign(body.provider, body);
    await lockAccount(db, account.id);
    const isFirst = (await numbers.findDefaultWhatsAppNumber(db, account.id)) === undefined;
    const id = newId();
    const row: WhatsAppNumberRow = {
      id,
      account_id: account.id,
      phone_number: phone.value,
      display_name: null,
      provider: body.provider,
      provider_phone_number_id: null,
      waba_id: null,
      access_token: null,
      status: body.provider === 'sandbox' ? 'connected' : 'pending',
      quality_rating: 'UNKNOWN',
      messaging_limit: null,
      throughput_per_second: THROUGHPUT,
      status_detail: null,
      about: null,
      photo_url: null,
      photo_updated_at: null,
      told_at: null,
      sync_asked_at: now,
      synced_at: null,
      sync_error: null,
      created_at: now,
      updated_at: now,
      ...changesOf(box, id, body),
      is_default: isFirst || (body.is_default ?? false),
    };
    if (row.is_default) await numbers.clearOtherDefaults(db, account.id, id);
    await numbers.insertWhatsAppNumber(db, row).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      throw new ApiError('NAME_TAKEN', { message: 'The account already has this number.', field: '/phone_number' });
    });
    await askForTemplateSync(work, [row]);
    return { status: 201, body: { success: true, whatsapp_number: toWhatsAppNumber(row, [], hooks) } };
  });
};

export const updateWhatsAppNumberRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  const hooks = twilioHooksOf(config);
  return route(updateWhatsAppNumberContract).handle(async ({ work, account, db, params, body, now }) => {
    const id = pathId(params.id, 'NUMBER_NOT_FOUND');
    if (body.is_default) await lockAccount(db, account.id);
    const row = found(await numbers.lockWhatsAppNumber(db, account.id, id), 'NUMBER_NOT_FOUND');
    refuseForeign(row.provider, body);
    const changes = { ...changesOf(box, id, body), updated_at: now };
    if (changes.is_default) await numbers.clearOtherDefaults(db, account.id, id);
    await numbers.updateWhatsAppNumber(db, id, changes);
    // Corrected settings are tried immediately.
    if (REACHING.some((name) => body[name] !== undefined)) {
      await closeSenderBreaker(db, id);
      await askForTemplateSync(work, [row]);
    }
    const agents = await numbers.agentsOfNumbers(db, account.id, [id]);
    const whatsapp_number = toWhatsAppNumber({ ...row, ...changes }, agents.get(id) ?? [], hooks);
    return { status: 200, body: { success: true, whatsapp_number } };
  });
};

export const deleteWhatsAppNumberRoute = (_deps: ApiDependencies) =>
  route(deleteWhatsAppNumberContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'NUMBER_NOT_FOUND');
    // The lock prevents the publication of an agent that references it.
    await lockAccount(db, account.id);
    const row = found(await numbers.lockWhatsAppNumber(db, account.id, id), 'NUMBER_NOT_FOUND');
    const use = await useOfSender(db, { channel: 'whatsapp', row });
    if (use) throw new ApiError('IN_USE', { ...use });
    await numbers.deleteWhatsAppNumber(db, id);
    return { status: 204, body: null };
  });

type Credential = (typeof REACHING)[number];

/** The required and optional credentials of each provider's numbers. */
const CREDENTIALS: Record<WhatsAppProviderName, { needed: readonly Credential[]; optional: readonly Credential[] }> = {
  meta_cloud: { needed: ['provider_phone_number_id', 'access_token'], optional: ['waba_id'] },
  twilio: { needed: ['account_sid', 'auth_token'], optional: ['sender_sid'] },
  sandbox: { needed: [], optional: ['provider_phone_number_id', 'waba_id', 'access_token'] },
};

function needs(value: string | undefined, provider: string, name: string): void {
  if (value) return;
  throw new ApiError('VALIDATION_ERROR', {
    message: `This field is required for ${provider} numbers.`,
    field: `/${name}`,
  });
}

/** A token that goes to the wrong provider is worse than none: it would be kept and never used. */
function refuseForeign(provider: WhatsAppProviderName, body: Changes): void {
  const { needed, optional } = CREDENTIALS[provider];
  const name = REACHING.find((each) => body[each] !== undefined && ![...needed, ...optional].includes(each));
  if (!name) return;
  const message = `This field isn't supported for ${provider} numbers.`;
  throw new ApiError('VALIDATION_ERROR', { message, field: `/${name}` });
}

/** The columns that a body changes: what it leaves out isn't among them. */
function changesOf(box: SecretBox, id: string, body: Changes): Partial<WhatsAppNumberRow> {
  const changes: Partial<WhatsAppNumberRow> = {};
  if (body.display_name !== undefined) changes.display_name = body.display_name || null;
  if (body.provider_phone_number_id !== undefined) changes.provider_phone_number_id = body.provider_phone_number_id;
  if (body.waba_id !== undefined) changes.waba_id = body.waba_id;
  if (body.account_sid !== undefined) changes.waba_id = body.account_sid;
  if (body.sender_sid !== undefined) changes.provider_phone_number_id = body.sender_sid;
  if (body.auth_token !== undefined) changes.access_token = sealAccessToken(box, id, body.auth_token);
  if (body.throughput_per_second !== undefined) changes.throughput_per_second = body.throughput_per_second;
  if (body.is_default !== undefined) changes.is_default = body.is_default;
  if (body.access_token !== undefined) {
    changes.access_token = body.access_token === null ? null : sealAccessToken(box, id, body.access_token);
  }
  return changes;
}
