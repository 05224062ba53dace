import { insertEvents } from '../db/events.js';
import type { TemplateRow } from '../db/tables.js';
import type { WhatsAppNumberRow } from '../db/tables-outgoing.js';
import { updateTemplate } from '../db/templates.js';
import { HIGH_THROUGHPUT, throughputAfter, tierOfCount } from '../domain/messaging-limit.js';
import { asObject, asText } from '../domain/provider-events/event.js';
import { knownTemplateStatus } from '../domain/whatsapp-template-status.js';
import type { InboundContext, InboundResult } from './inbound.js';
import { changeTemplate } from './template-changes.js';

/** When Meta says that something came to be, on its clock in whole seconds; undefined where it says no time. */
function toldAt(payload: unknown): Date | undefined {
  const { time } = asObject(payload);
  return typeof time === 'number' && time > 0 ? new Date(time * 1000) : undefined;
}

/** Whether newer news were taken already: webhooks come in any order. */
const isOld = (at: Date | undefined, { told_at }: { told_at: Date | null }): boolean =>
  at !== undefined && told_at !== null && at < told_at;

/** A template was approved, rejected, paused: its rows change, and steps that wait for it look again by themselves. */
export async function takeTemplateStatus(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const value = asObject(asObject(payload).value);
  const id = asText(value.message_template_id);
  const name = asText(value.message_template_name);
  const language = asText(value.message_template_language);
  const status = knownTemplateStatus((asText(value.event) ?? '').toUpperCase());
  const wabaId = asText(asObject(payload).waba_id);
  const at = toldAt(payload);
  if (status === undefined || (id === null && name === null)) return { outcome: 'ignored', leadId: null };
  const reason = asText(value.reason);
  const found: TemplateRow[] = await tx('templates')
    .where({ account_id: row.account_id, channel: 'whatsapp' })
    // A business account's templates are its own: another one may have one of the same name.
    .whereIn('waba_id', wabaId === null ? [''] : [wabaId, ''])
    .where((either) => {
      if (id !== null) either.orWhere({ provider_template_id: id });
      if (name !== null && language !== null) either.orWhere({ name, language });
    })
    .forUpdate();
  for (const template of found) {
    if (isOld(at, template)) continue;
    const told_at = at ?? template.told_at;
    if (template.status === status) {
      await updateTemplate(tx, template.id, { told_at });
      continue;
    }
    const rejected = status === 'REJECTED' && reason !== null && reason !== 'NONE';
    const rejected_reason = rejected ? reason.slice(0, 500) : null;
    await changeTemplate(tx, now, template, origin, { status, told_at, rejected_reason });
  }
  return { outcome: found.length > 0 ? 'template_status' : 'no_template', leadId: null };
}

/** Meta's words for what became of a number, and the quality they stand for where they say it. */
const QUALITY: Readonly<Record<string, string>> = { FLAGGED: 'RED', UNFLAGGED: 'GREEN' };
const STATUS: Readonly<Record<string, string>> = { FLAGGED: 'flagged', UNFLAGGED: 'connected' };

/** A number's quality or messaging limit changed. */
export async function takeNumberQuality(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const value = asObject(asObject(payload).value);
  const digits = (asText(value.display_phone_number) ?? '').replace(/\D/g, '');
  const event = (asText(value.event) ?? '').toUpperCase();
  const limit = asText(value.current_limit);
  if (digits === '') return { outcome: 'ignored', leadId: null };
  const number = await tx('whatsapp_numbers')
    .where({ account_id: row.account_id, phone_number: `+${digits}` })
    .forUpdate()
    .first();
  if (!number) return { outcome: 'no_number', leadId: null };
  const at = toldAt(payload);
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
  await tx('whatsapp_numbers')
    .where({ id: number.id })
    .update({ ...changes, told_at: at ?? number.told_at, updated_at: now });
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

/** What a business account may do changed: how many leads each of its numbers may write to first in a day. */
export async function takeCapability(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const { waba_id, value } = asObject(payload);
  const said = asObject(value);
  const count = said.max_daily_conversation_per_phone;
  const told = asText(said.max_daily_conversations_per_business);
  const messaging_limit = typeof count === 'number' ? tierOfCount(count) : (told?.slice(0, 64) ?? null);
  const wabaId = asText(waba_id);
  if (messaging_limit === null || wabaId === null) return { outcome: 'ignored', leadId: null };
  const numbers: WhatsAppNumberRow[] = await tx('whatsapp_numbers')
    .where({ account_id: row.account_id, waba_id: wabaId })
    .orderBy('id')
    .forUpdate();
  const at = toldAt(payload);
  for (const number of numbers) {
    if (isOld(at, number) || number.messaging_limit === messaging_limit) continue;
    await tx('whatsapp_numbers')
      .where({ id: number.id })
      .update({ messaging_limit, told_at: at ?? number.told_at, updated_at: now });
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
