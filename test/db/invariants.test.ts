import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { newId } from '../../runtime/ids.js';
import { useApi } from '../support/api.js';
import { breachesOf, referencesOf } from '../support/invariants.js';
import { addLead } from '../support/messaging.js';

const api = useApi();

/** Returns the breaches of the rules after `damage`, which is rolled back. */
async function breachesAfter(damage: (tx: Knex) => Promise<unknown>): Promise<string[]> {
  const tx = await api.db.transaction();
  try {
    await damage(tx);
    return Object.keys(await breachesOf(tx));
  } finally {
    await tx.rollback();
  }
}

describe('the rules of what is stored', () => {
  it('notice a row that names a row of another account, whichever table it is in', async () => {
    const [mine, other] = [await api.account(), await api.account()];
    const breaches = await breachesAfter(async (tx) => {
      const lead = await addLead(tx, other.accountId);
      await tx('tasks').insert({
        id: newId(),
        account_id: mine.accountId,
        lead_id: lead.id,
        title: 'Call',
        status: 'open',
        source_kind: 'api',
        created_at: new Date(),
        updated_at: new Date(),
      });
    });
    expect(breaches).toContain('no row names a row of another account');
  });

  it('look at every column that names a row with an account', async () => {
    const columns = await referencesOf(api.db);
    expect(columns.length).toBeGreaterThan(60);
    expect(columns).toEqual(
      expect.arrayContaining([
        'messages.sender_id',
        'meetings.host_id',
        'job_cycle_leads.cycle_id',
        'leads.campaign_id',
      ]),
    );
  });

  it('notice a write without its event, an instruction and a key that wait, and a cell of no meeting', async () => {
    const account = await api.account();
    const old = new Date(Date.now() - 120_000);
    const breaches = await breachesAfter(async (tx) => {
      await addLead(tx, account.accountId);
      await tx('outbox').insert({
        id: newId(),
        account_id: account.accountId,
        kind: 'wake',
        workflow_id: `cadence/${newId()}`,
        args: '{}',
        next_at: old,
        created_at: old,
      });
      await tx('idempotency_keys').insert({
        account_id: account.accountId,
        route: 'createLead',
        key_hash: Buffer.alloc(32),
        fingerprint: Buffer.alloc(32),
        expires_at: new Date(),
        created_at: old,
      });
      await tx('meeting_slots').insert({
        host_id: newId(),
        cell: 1,
        meeting_id: newId(),
      });
    });
    expect(breaches).toEqual(
      expect.arrayContaining([
        'every lead was created with its event',
        'no instruction waits longer than a minute',
        'no idempotency key is left open',
        'a slot is taken by a meeting or a hold that is there',
      ]),
    );
  });
});
