import { lockTemplatesOfProvider, updateTemplate } from '../../db/channels/templates.js';
import { lockNumberByPhone, lockNumbersOfBusiness, updateWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import { insertEvents } from '../../db/events/events.js';
import { HIGH_THROUGHPUT, throughputAfter, tierOfCount } from '../../domain/channels/messaging-limit.js';
import { knownTemplateStatus } from '../../domain/channels/whatsapp-template-status.js';
import { asObject, asText } from '../../domain/inbound/provider-event.js';
import type { NumberStatus, QualityRating } from '../../schemas/channels/whatsapp-numbers.js';
import { changeTemplate } from '../messages/change-template.js';
import type { InboundContext, InboundResult } from './context.js';

/** When Meta says that something came to be, on its clock in whole seconds; undefined where it says no time. */
function statedAt(payload: unknown): Date | undefined {
  const { time } = asObject(payload);
  return typeof time === 'number' && time > 0 ? new Date(time * 1000) : undefined;
}

/** Tells whether something newer was applied already: webhooks come in any order. */
const isOld = (at: Date | undefined, { told_at }: { told_at: Date | null }): boolean =>
  at !== undefined && told_at !== null && at < told_at;

/**
 * Applies what became of a template, approved, rejected or paused: its rows change, and steps that wait for it look
 * again by themselves.
 */
export async function handleTemplateStatus(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, row, origin } = context;
  const value = asObject(asObject(payload).value);
  const id = asText(value.message_template_id);
  const name = asText(value.message_template_name);
  const language = asText(value.message_template_language);
  const status = knownTemplateStatus((asText(value.event) ?? '').toUpperCase());
  const wabaId = asText(asObject(payload).waba_id);
  const at = statedAt(payload);
  if (status === undefined || (id === null && name === null)) return { outcome: 'ignored', leadId: null };
  const reason = asText(value.reason);
  const found = await lockTemplatesOfProvider(tx, row.account_id, { wabaId, id, name, language });
  for (const template of found) {
    if (isOld(at, template)) continue;
    const told_at = at ?? template.told_at;
    if (template.status === status) {
      await updateTemplate(tx, template.id, { told_at });
      continue;
    }
    const rejected = status === 'REJECTED' && reason !== null && reason !== 'NONE';
    const rejected_reason = rejected ? reason.slice(0, 500) : null;
    await changeTemplate(context, template, origin, { status, told_at, rejected_reason });
  }
  return { outcome: found.length > 0 ? 'template_status' : 'no_template', leadId: null };
}

/** Meta's words for what became of a number, and the quality they stand for where they say it. */
const QUALITY: Readonly<Record<string, QualityRating>> = { FLAGGED: 'RED', UNFLAGGED: 'GREEN' };
const STATUS: Readonly<Record<string, NumberStatus>> = { FLAGGED: 'flagged', UNFLAGGED: 'connected' };

/** Applies a change of a number's quality or messaging limit. */
export async function handleNumberQuality(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const value = asObject(asObject(payload).value);
  const digits = (asText(value.display_phone_number) ?? '').replace(/\D/g, '');
  const event = (asText(value.event) ?? '').toUpperCase();
  const limit = asText(value.current_limit);
  if (digits === '') return { outcome: 'ignored', leadId: null };
  const number = await lockNumberByPhone(tx, row.account_id, `+${digits}`);
  if (!number) return { outcome: 'no_number', leadId: null };
  const at = statedAt(payload);
  if (isOld(at, number)) return { outcome: 'old_news', leadId: null };
  const changes = {
    quality_rating: QUALITY[event] ?? number.quality_rating,
    status: STATUS[event] ?? number.status,
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

/**
 * Applies a change of what a business account may do: how many leads each of its numbers may write to first in a day.
 */
export async function handleCapability(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const { waba_id, value } = asObject(payload);
  const said = asObject(value);
  const count = said.max_daily_conversation_per_phone;
  const reported = asText(said.max_daily_conversations_per_business);
  const messaging_limit = typeof count === 'number' ? tierOfCount(count) : (reported?.slice(0, 64) ?? null);
  const wabaId = asText(waba_id);
  if (messaging_limit === null || wabaId === null) return { outcome: 'ignored', leadId: null };
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
