import { insertEvents } from '../../db/events/events.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { UnsubscribeTarget } from '../messages/mail-links.js';
import { optOut } from './consent.js';

/** Ends emails to a lead from its unsubscribe link. A repeat changes nothing. Undefined: the lead is gone. */
export async function unsubscribe(work: Work, target: UnsubscribeTarget): Promise<LeadRow | undefined> {
  const { tx, now } = work;
  const origin = { kind: 'provider' as const, id: 'unsubscribe_link' };
  const result = await optOut(work, { ...target, channel: 'email', source: 'unsubscribe_link', origin });
  if (result?.changed) {
    await insertEvents(tx, now, [
      { ...target, type: 'email.unsubscribed', data: { source: 'unsubscribe_link' }, origin },
    ]);
  }
  return result?.lead;
}
