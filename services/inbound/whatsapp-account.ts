import { lockTemplatesOfProvider, updateTemplate } from '../../db/channels/templates.js';
import { lockNumberByPhone, lockNumbersOfBusiness, updateWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import { insertEvents } from '../../db/events/events.js';
import type { WhatsAppNumberRow } from '../../db/tables.js';
import { HIGH_THROUGHPUT, throughputAfter, tierOfCount } from '../../domain/channels/messaging-limit.js';
import { knownTemplateStatus } from '../../domain/channels/whatsapp-template-status.js';
import { asObject, asText, type Json, lookUp } from '../../domain/inbound/provider-event.js';
import { accountNotice, STATES } from '../../domain/inbound/whatsapp-account.js';
import type { NumberStatus, QualityRating } from '../../schemas/channels/whatsapp-numbers.js';
import { changeTemplate } from '../messages/change-template.js';
import { askForTemplateSync } from '../messages/template-sync.js';
import type { InboundContext, InboundResult } from './context.js';
import { notify, notUnderstood } from './notices.js';

/** Returns when Meta says that something came to be, on its clock in whole seconds; undefined where it says no time. */
function statedAt(payload: unknown): Date | undefined {
  const { time } = asObject(payload);
  return typeof time === 'number' && time > 0 ? new Date(time * 1000) : undefined;
}

/** Returns whether something newer was applied already: webhooks come in any order. */
const isOld = (at: Date | undefined, { told_at }: { told_at: Date | null }): boolean =>
  at !== undefined && told_at !== null && at < told_at;

const IGNORED: InboundResult = { outcome: 'ignored', leadId: null };
/** Events that are stored and have no further effect: the contacts from before the number was connected. */
const STORED_ONLY = ['whatsapp.smb_app_state_sync'];

/** Works an event about templates, numbers or the business account; one of no known type is shown to a person. */
export async function handleAccountEvent(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { type } = context.row;
  const value = asObject(asObject(payload).value);
  switch (type) {
    case 'whatsapp.template_status':
      return handleTemplateStatus(context, payload);
    case 'whatsapp.template_category':
      return handleTemplateCategory(context, payload);
    case 'whatsapp.message_template_components_update':
      return refreshTemplates(context, payload);
    case 'whatsapp.number_quality':
      return handleNumberQuality(context, payload);
    case 'whatsapp.phone_number_name_update':
      return handleNumberName(context, value);
    case 'whatsapp.capability':
      return handleCapability(context, payload);
    case 'whatsapp.account_update':
      return handleAccountUpdate(context, payload);
  }
  if (STORED_ONLY.includes(type)) return IGNORED;
  const field = type.replace(/^whatsapp\./, '');
  const notice = accountNotice(field, value);
  if (notice === undefined) return notUnderstood(context, field, summaryOf(payload));
  if (notice !== null) await notify(context, notice);
  return { outcome: 'account_notice', leadId: null };
}

/** The first part of what an event of no known type says, without the names of people in it. */
const summaryOf = (payload: unknown): string => {
  const { value } = asObject(payload);
  const names = Object.keys(asObject(value)).slice(0, 20);
  return names.length > 0 ? `Fields: ${names.join(', ')}` : '';
};

const templateOf = (payload: unknown, value: Json) => ({
  wabaId: asText(asObject(payload).waba_id),
  id: asText(value.message_template_id),
  name: asText(value.message_template_name),
  language: asText(value.message_template_language),
});

/**
 * Applies that a template was approved, rejected or paused: its rows change, and steps that wait for it look again by
 * themselves.
 */
async function handleTemplateStatus(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, row, origin } = context;
  const value = asObject(asObject(payload).value);
  const template = templateOf(payload, value);
  const event = (asText(value.event) ?? '').toUpperCase();
  const status = knownTemplateStatus(event);
  const at = statedAt(payload);
  if (template.id === null && template.name === null) return notUnderstood(context, 'message_template_status_update');
  if (status === undefined) return notUnderstood(context, `message_template_status_update/${event}`);
  const reason = asText(value.reason);
  const found = await lockTemplatesOfProvider(tx, row.account_id, template);
  for (const known of found) {
    if (isOld(at, known)) continue;
    const told_at = at ?? known.told_at;
    if (known.status === status) {
      await updateTemplate(tx, known.id, { told_at });
      continue;
    }
    const rejected = status === 'REJECTED' && reason !== null && reason !== 'NONE';
    const rejected_reason = rejected ? reason.slice(0, 500) : null;
    await changeTemplate(context, known, origin, { status, told_at, rejected_reason });
  }
  return { outcome: found.length > 0 ? 'template_status' : 'no_template', leadId: null };
}

/** Applies that Meta moved a template to another category, which may cost more and needs other consent. */
async function handleTemplateCategory(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row } = context;
  const value = asObject(asObject(payload).value);
  const category = asText(value.new_category)?.toUpperCase();
  const coming = asText(value.correct_category)?.toUpperCase();
  const template = templateOf(payload, value);
  if (category === undefined || !/^[A-Z_]{1,64}$/.test(category)) {
    return notUnderstood(context, 'template_category_update');
  }
  const found = await lockTemplatesOfProvider(tx, row.account_id, template);
  for (const { id } of found) await updateTemplate(tx, id, { category, updated_at: now });
  if (found.length === 0) return { outcome: 'no_template', leadId: null };
  const will = coming && coming !== category ? ` Meta will change it to ${coming}.` : '';
  const detail = `The template ${template.name ?? template.id} is now ${category}.${will}`;
  await notify(context, { kind: `template_category_update/${template.id ?? template.name}`, detail });
  return { outcome: 'template_category', leadId: null };
}

/** Requests a sync of a business account's templates, because the components of one changed. */
async function refreshTemplates(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const numbers = await numbersOf(context, payload);
  await askForTemplateSync(context, numbers);
  return { outcome: numbers.length > 0 ? 'template_components' : 'no_number', leadId: null };
}

/** Meta's words for a change of a number, and the quality they stand for where they say it. */
const QUALITY: Readonly<Record<string, QualityRating>> = { FLAGGED: 'RED', UNFLAGGED: 'GREEN' };
const STATUS: Readonly<Record<string, NumberStatus>> = { FLAGGED: 'flagged', UNFLAGGED: 'connected' };

const phoneIn = (value: Json): string | null => {
  const digits = (asText(value.display_phone_number) ?? asText(value.phone_number) ?? '').replace(/\D/g, '');
  return digits === '' ? null : `+${digits}`;
};

/** Applies a change of a number's quality or messaging limit. */
async function handleNumberQuality(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const value = asObject(asObject(payload).value);
  const event = (asText(value.event) ?? '').toUpperCase();
  const limit = asText(value.current_limit) ?? asText(value.max_daily_conversations_per_business);
  const phone = phoneIn(value);
  if (phone === null) return notUnderstood(context, 'phone_number_quality_update');
  const number = await lockNumberByPhone(tx, row.account_id, phone);
  if (!number) return { outcome: 'no_number', leadId: null };
  const at = statedAt(payload);
  if (isOld(at, number)) return { outcome: 'old_news', leadId: null };
  const changes = {
    quality_rating: lookUp(QUALITY, event) ?? number.quality_rating,
    status: lookUp(STATUS, event) ?? number.status,
    messaging_limit: limit?.slice(0, 64) ?? number.messaging_limit,
    throughput_per_second: throughputAfter(
      number.throughput_per_second,
      event === 'THROUGHPUT_UPGRADE' ? HIGH_THROUGHPUT : null,
    ),
  };
  await updateWhatsAppNumber(tx, number.id, { ...changes, told_at: at ?? number.told_at, updated_at: now });
  await insertEvents(tx, now, [
    {
      accountId: row.account_id,
      type: 'whatsapp_number.quality_changed',
      data: { whatsapp_number_id: number.id, event, previous_quality_rating: number.quality_rating, ...changes },
      origin,
    },
  ]);
  return { outcome: 'number_quality', leadId: null };
}

/** Applies the name that Meta approved for a number; a refused one is shown to a person. */
async function handleNumberName(context: InboundContext, value: Json): Promise<InboundResult> {
  const { tx, now, row } = context;
  const [decision, name] = [(asText(value.decision) ?? '').toUpperCase(), asText(value.requested_verified_name)];
  const phone = phoneIn(value);
  const number = phone === null ? undefined : await lockNumberByPhone(tx, row.account_id, phone);
  if (number && decision === 'APPROVED' && name !== null) {
    await updateWhatsAppNumber(tx, number.id, { display_name: name.slice(0, 200), updated_at: now });
  } else if (['REJECTED', 'DEFERRED'].includes(decision)) {
    const reason = asText(value.rejection_reason);
    const why = reason === null || reason === 'NONE' ? '' : ` (${reason})`;
    const detail = `Meta responded ${decision} to the display name ${name ?? ''} of ${phone ?? 'a number'}${why}.`;
    await notify(context, { kind: `phone_number_name_update/${decision}`, detail });
  }
  return { outcome: number ? 'number_name' : 'no_number', leadId: null };
}

/**
 * Applies a change of what a business account may do: how many leads each of its numbers may write to first in a day.
 */
async function handleCapability(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const { waba_id, value } = asObject(payload);
  const update = asObject(value);
  const count = update.max_daily_conversation_per_phone;
  const reported = asText(update.max_daily_conversations_per_business);
  const messaging_limit = typeof count === 'number' ? tierOfCount(count) : (reported?.slice(0, 64) ?? null);
  const wabaId = asText(waba_id);
  if (messaging_limit === null || wabaId === null) return notUnderstood(context, 'business_capability_update');
  const numbers = await lockNumbersOfBusiness(tx, row.account_id, wabaId);
  const at = statedAt(payload);
  for (const number of numbers) {
    if (isOld(at, number) || number.messaging_limit === messaging_limit) continue;
    await updateWhatsAppNumber(tx, number.id, { messaging_limit, told_at: at ?? number.told_at, updated_at: now });
    const { quality_rating } = number;
    const data = {
      whatsapp_number_id: number.id,
      previous_quality_rating: quality_rating,
      quality_rating,
      messaging_limit,
    };
    await insertEvents(tx, now, [{ accountId: row.account_id, type: 'whatsapp_number.quality_changed', data, origin }]);
  }
  return { outcome: numbers.length > 0 ? 'number_quality' : 'no_number', leadId: null };
}

/** The numbers that an event of a business account is about: those of it, else those without an entered account. */
async function numbersOf({ tx, row }: InboundContext, payload: unknown): Promise<WhatsAppNumberRow[]> {
  const { waba_id, value } = asObject(payload);
  const update = asObject(value);
  const phone = phoneIn(update);
  const own = phone === null ? undefined : await lockNumberByPhone(tx, row.account_id, phone);
  if (own) return [own];
  for (const id of [asText(asObject(update.waba_info).waba_id), asText(waba_id)]) {
    const numbers = id === null ? [] : await lockNumbersOfBusiness(tx, row.account_id, id);
    if (numbers.length > 0) return numbers;
  }
  const others = await lockNumbersOfBusiness(tx, row.account_id, null);
  return others.filter(({ provider }) => provider === row.provider);
}

/** Applies what happened to a business account: its numbers can't send any more, or can again. */
async function handleAccountUpdate(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const value = asObject(asObject(payload).value);
  const event = (asText(value.event) ?? 'UNKNOWN').toUpperCase();
  const state = lookUp(STATES, event)?.(value);
  if (state === undefined) return notUnderstood(context, `account_update/${event}`, summaryOf(payload));
  const numbers = state.status === undefined ? [] : await numbersOf(context, payload);
  // A number that is out of service is on the attention list itself.
  const isShown = numbers.length > 0 && state.status !== 'flagged';
  if (state.notice !== undefined && !isShown) {
    await notify(context, { kind: `account_update/${event}`, detail: state.notice });
  }
  const at = statedAt(payload);
  for (const number of numbers) {
    const { status } = state;
    if (isOld(at, number) || status === undefined || (state.only && !state.only.includes(number.status))) continue;
    const status_detail = status === 'connected' ? null : (state.notice ?? event).slice(0, 500);
    const told_at = at ?? number.told_at;
    await updateWhatsAppNumber(tx, number.id, { status, status_detail, told_at, updated_at: now });
    const { quality_rating } = number;
    const data = {
      whatsapp_number_id: number.id,
      event,
      status,
      previous_quality_rating: quality_rating,
      quality_rating,
    };
    await insertEvents(tx, now, [{ accountId: row.account_id, type: 'whatsapp_number.quality_changed', data, origin }]);
  }
  return { outcome: 'account_update', leadId: null };
}
