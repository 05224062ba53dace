import { putProviderNotice } from '../../db/inbound/notices.js';
import { singleLine } from '../../domain/values/text.js';
import { newId } from '../../runtime/ids.js';
import type { InboundContext, InboundResult } from './context.js';

/** A notice of a provider for operators. */
export interface Notice {
  /** The kind in the provider's words: notices of one kind are one item. */
  kind: string;
  detail: string;
}

/** Adds what a provider reports to the attention list. */
export const notify = (context: InboundContext, notice: Notice): Promise<void> => put(context, notice, true);

/**
 * Has a person see, once for each kind, that a provider sends what no rule understands. The event stays stored like any
 * other.
 */
export async function notUnderstood(
  context: InboundContext,
  kind: string,
  detail = '',
  leadId: string | null = null,
): Promise<InboundResult> {
  await put(context, { kind, detail }, false);
  return { outcome: 'not_understood', leadId };
}

const MAX_KIND = 120;
const MAX_DETAIL = 500;

const put = ({ tx, now, row }: InboundContext, { kind, detail }: Notice, understood: boolean): Promise<void> =>
  putProviderNotice(tx, {
    id: newId(),
    account_id: row.account_id,
    provider: row.provider,
    understood,
    event_id: row.id,
    events: 1,
    kind: kind.replace(/[^\x21-\x7e]/g, '_').slice(0, MAX_KIND),
    detail: singleLine(detail).slice(0, MAX_DETAIL),
    since: row.received_at,
    updated_at: now,
  });
