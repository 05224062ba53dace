import { insertEvents } from '../../db/events/events.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import type { UnsubscribeTarget } from '../messages/mail-links.js';
import { optOut } from './consent.js';

const OWN_LINK: EventOrigin = { kind: 'provider', id: 'unsubscribe_link' };

/**
 * Ends emails to a lead from an unsubscribe link, ours or, as `origin` says, a provider's. A repeat changes nothing.
 * Undefined: the lead is gone.
 */
export async function unsubscribe(
  work: Work,
  target: UnsubscribeTarget,
  origin: EventOrigin = OWN_LINK,
): Promise<LeadRow | undefined> {
  const { tx, now } = work;
  const result = await optOut(work, { ...target, channel: 'email', source: 'unsubscribe_link', origin });
  if (result?.changed) {
    await insertEvents(tx, now, [
      { ...target, type: 'email.unsubscribed', data: { source: 'unsubscribe_link' }, origin },
    ]);
  }
  return result?.lead;
}
