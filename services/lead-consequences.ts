import type { Knex } from 'knex';
import { listOpenRuns } from '../db/agent-runs.js';
import { writeConsent } from '../db/consent.js';
import type { EventOrigin } from '../db/events.js';
import type { LeadRow } from '../db/tables.js';
import { optIn, optOut } from './consent.js';
import type { ConsentWish } from './lead-changes.js';
import { wakeRuns } from './wake.js';

/** Consents of a known lead that a request or an import gives. */
export interface Consents {
  lead: LeadRow;
  consents: readonly ConsentWish[];
  door: 'api' | 'import';
  origin: EventOrigin;
}

/** Carries out changed consents of a locked lead: log, suppression, event and the exit rules of its open runs. */
export async function applyConsents(tx: Knex, now: Date, { lead, consents, door, origin }: Consents): Promise<void> {
  for (const { channel, state } of consents) {
    const change = { accountId: lead.account_id, leadId: lead.id, channel, source: door, origin };
    if (state === 'opted_out') await optOut(tx, now, change);
    else if (state === 'opted_in') await optIn(tx, now, change);
    else await writeConsent(tx, now, lead, { channel, state, source: door, note: null });
    lead[`consent_${channel}`] = state;
    lead.version += 1;
    lead.updated_at = now;
  }
}

/** Wakes the open runs of leads that changed: a wait, a branch or a goal may be about it. */
export async function wakeRunsOf(tx: Knex, now: Date, accountId: string, leadIds: string[]): Promise<void> {
  await wakeRuns(tx, now, await listOpenRuns(tx, accountId, leadIds), 'lead.updated');
}
