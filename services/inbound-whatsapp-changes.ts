import { insertEvents } from '../db/events.js';
import { asObject, asText } from '../domain/provider-events/event.js';
import type { InboundContext, InboundResult } from './inbound.js';

/** Meta's words for what became of a template, as we keep them. */
const TEMPLATE_STATUS: Readonly<Record<string, string>> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
  FLAGGED: 'APPROVED',
  PENDING: 'PENDING',
  IN_APPEAL: 'PENDING',
  REJECTED: 'REJECTED',
  DISABLED: 'REJECTED',
  PAUSED: 'REJECTED',
  PENDING_DELETION: 'REJECTED',
  DELETED: 'REJECTED',
  ARCHIVED: 'REJECTED',
  LIMIT_EXCEEDED: 'REJECTED',
  LOCKED: 'REJECTED',
};

/** A template was approved, rejected, paused: its rows change, and steps that wait for it look again by themselves. */
export async function takeTemplateStatus(context: InboundContext, payload: unknown): Promise<InboundResult> {
  const { tx, now, row, origin } = context;
  const value = asObject(asObject(payload).value);
  const id = asText(value.message_template_id);
  const name = asText(value.message_template_name);
  const language = asText(value.message_template_language);
  const status = TEMPLATE_STATUS[(asText(value.event) ?? '').toUpperCase()];
  if (status === undefined || (id === null && name === null)) return { outcome: 'ignored', leadId: null };
  const reason = asText(value.reason);
  const found: { id: string; status: string }[] = await tx('templates')
    .where({ account_id: row.account_id, channel: 'whatsapp' })
    .where((either) => {
      if (id !== null) either.orWhere({ provider_template_id: id });
      if (name !== null && language !== null) either.orWhere({ name, language });
    })
    .forUpdate()
    .select('id', 'status');
  for (const template of found) {
    if (template.status === status) continue;
    await tx('templates')
      .where({ id: template.id })
      .update({
        status,
        rejected_reason: status === 'REJECTED' && reason !== null && reason !== 'NONE' ? reason.slice(0, 500) : null,
        updated_at: now,
      });
    await insertEvents(tx, now, [
      {
        accountId: row.account_id,
        type: 'template.status_changed',
        data: { template_id: template.id, previous_status: template.status, status, reason },
        origin,
      },
    ]);
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
  const changes = {
    quality_rating: QUALITY[event] ?? number.quality_rating,
    status: STATUS[event] ?? number.status,
    messaging_limit: limit?.slice(0, 64) ?? number.messaging_limit,
  };
  await tx('whatsapp_numbers')
    .where({ id: number.id })
    .update({ ...changes, updated_at: now });
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
