import { listOpenRuns } from '../../db/agent-runs/agent-runs.js';
import type { EventOrigin } from '../../db/events/events.js';
import { writeConsent } from '../../db/leads/consent.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { wakeRuns } from '../instructions/agent-runs.js';
import type { SaveContext } from './batch.js';
import type { ConsentWish } from './change-lead.js';
import { optIn, optOut } from './consent.js';

/** Consents of a known lead that a request or an import gives. */
export interface Consents {
  lead: LeadRow;
  consents: readonly ConsentWish[];
  source: SaveContext['source'];
  origin: EventOrigin;
}

/** Carries out changed consents of a locked lead: log, suppression, event and the exit rules of its open runs. */
export async function applyConsents(work: Work, { lead, consents, source, origin }: Consents): Promise<void> {
  const { tx, now } = work;
  for (const { channel, state } of consents) {
    const change = { accountId: lead.account_id, leadId: lead.id, channel, source, origin };
    if (state === 'opted_out') await optOut(work, change);
    else if (state === 'opted_in') await optIn(work, change);
    else await writeConsent(tx, now, lead, { channel, state, source, note: null });
    lead[`consent_${channel}`] = state;
    lead.version += 1;
    lead.updated_at = now;
  }
}

/** Wakes the open runs of leads that changed: a wait, a branch or a goal may be about it. */
export async function wakeRunsOf(work: Work, accountId: string, leadIds: string[]): Promise<void> {
  const { tx } = work;
  await wakeRuns(work, await listOpenRuns(tx, accountId, leadIds), 'lead.updated');
}
