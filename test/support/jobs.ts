import type { Knex } from 'knex';
import { inTransaction } from '../../db/connection.js';
import { insertLeads } from '../../db/leads/leads.js';
import type { LeadRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import type { CycleProgress } from '../../domain/flow/job-cycle.js';
import { type Clock, systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { enrollLeads } from '../../services/agent-runs/enroll.js';
import { workCycle } from '../../services/jobs/work-cycle.js';
import type { TestAccount } from './api.js';
import { workOn } from './work.js';

/** Leads that are enrolled in an agent, written together; their cadences are not started. */
export async function addEnrolledLeads(
  db: Knex,
  accountId: string,
  agentId: string,
  count: number,
  columns: (n: number) => Partial<LeadRow> = () => ({}),
): Promise<LeadRow[]> {
  const now = new Date();
  const leads = Array.from({ length: count }, (_, n): LeadRow => {
    const id = newId();
    return {
      id,
      account_id: accountId,
      first_name: `Lead ${n}`,
      last_name: null,
      email: `lead-${id}@example.com`,
      phone: null,
      source: 'api',
      company: null,
      title: null,
      timezone: null,
      country: null,
      owner_id: null,
      external_id: null,
      deal_value: null,
      deal_currency: null,
      whatsapp_user_id: null,
      whatsapp_username: null,
      consent_whatsapp: 'unknown',
      consent_email: 'unknown',
      consent_call: 'unknown',
      consent_sms: 'unknown',
      metadata: '{}',
      campaign_id: null,
      import_id: null,
      version: 1,
      created_at: now,
      updated_at: now,
      hidden: false,
      erased_at: null,
      ...columns(n),
    };
  });
  await inTransaction(db, async (tx) => {
    await insertLeads(tx, leads);
    await enrollLeads(openWork(tx, now), {
      accountId,
      accountTimezone: 'UTC',
      agentId,
      leads: leads.map((lead) => ({ lead, isNew: true })),
      origin: { kind: 'system', id: null },
    });
    await tx('outbox').where({ account_id: accountId }).delete();
  });
  return leads;
}

/** Works a cycle to its end, as its workflow does. */
export async function workWholeCycle(
  db: Knex,
  clock: Clock,
  cycle: { jobId: string; cycleId: string | null; nominalAt: string | null; workflowId: string },
): Promise<CycleProgress> {
  let progress: CycleProgress | null = null;
  while (!progress?.finished)
    progress = (await workCycle({ ...workOn(db), clock }, { ...cycle, progress })).progress as CycleProgress;
  return progress;
}

/** Makes a job, works one cycle of it by request, and answers what it did for the first lead or agent. */
export async function runNewJob(
  db: Knex,
  account: TestAccount,
  job: object,
  asked: { lead_ids?: string[] } = {},
): Promise<{ outcome: string; steps: { effects: object[] }[] }> {
  const { body: made } = await account.request('post', '/background-jobs').send(job).expect(201);
  const path = `/background-jobs/${made.data.id}`;
  const { body: cycle } = await account.request('post', `${path}/run`).send(asked).expect(202);
  await workWholeCycle(db, systemClock, {
    jobId: made.data.id,
    cycleId: cycle.cycle_id,
    nominalAt: null,
    workflowId: 'w',
  });
  const { body: read } = await account.request('get', `${path}/cycles/${cycle.cycle_id}`).expect(200);
  return read.data.leads[0];
}
