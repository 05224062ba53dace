import type { Knex } from 'knex';
import { insertRows } from '../../db/insert-rows.js';
import { insertMetadataValues } from '../../db/leads/metadata.js';
import { newId } from '../../runtime/ids.js';
import type { TestAgents } from './agents.js';

/** The content of an account that has been used for months. */
export const LARGE = { leads: 100_000, openRuns: 60_000, agents: 5, messagesEach: 4, eventsEach: 15, writers: 5_000 };

const CHUNK = 1_000;
const DAY_MS = 86_400_000;
const DAYS = 60;
const FIRST = ['Ana', 'Bo', 'Chiara', 'Dora', 'Emil', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jan'];
const LAST = ['Abad', 'Berg', 'Costa', 'Díaz', 'Ek', 'Ferrer', 'Gil', 'Holm', 'Ito', 'Jansen', 'Kurz'];
const STATES = ['waiting', 'waiting', 'waiting', 'held', 'paused'] as const;
const HELD = ['outside_window', 'sender_throttle', 'consent_missing'] as const;
const WRITTEN = 'Is there an offer for a team of five, and can we talk on Thursday?';

export interface LargeAccount {
  agentIds: string[];
  /** A lead that has written, with a run and a history. */
  leadId: string;
}

/**
 * Fills an account with 100,000 leads, 60,000 of them with an open run in one of five agents, their messages and events,
 * and 5,000 that have written, straight into the tables: for measurements, not a way to make leads. `scale` makes less.
 */
export async function fillLargeAccount(
  db: Knex,
  given: { accountId: string; agents: TestAgents; scale: number; said: (words: string) => void },
): Promise<LargeAccount> {
  const { accountId, agents, scale, said } = given;
  const count = (n: number) => Math.max(1, Math.round(n * scale));
  const agentIds: string[] = [];
  for (let n = 0; n < LARGE.agents; n += 1) agentIds.push(await agents.withSteps([0, 86_400, 172_800, 259_200]));
  const [leads, open, writers] = [count(LARGE.leads), count(LARGE.openRuns), count(LARGE.writers)];
  let leadId = '';
  for (let from = 0; from < leads; from += CHUNK) {
    const piece = Array.from({ length: Math.min(CHUNK, leads - from) }, (_, at) => from + at).map((n) => ({
      n,
      id: newId(),
      runId: n < open ? newId() : null,
      agentId: agentIds[n % agentIds.length] as string,
      at: new Date(Date.now() - (n % DAYS) * DAY_MS - (n % 1_440) * 60_000),
      writes: n < writers,
    }));
    leadId ||= piece[0]?.id ?? '';
    await insertRows(
      db,
      'leads',
      piece.map((lead) => leadRow(accountId, lead)),
    );
    await insertMetadataValues(
      db,
      piece.map(({ id, n }) => ({ id, account_id: accountId, metadata: metadataOf(n) })),
    );
    await insertRows(
      db,
      'agent_runs',
      piece.flatMap((lead) => runRow(accountId, lead)),
    );
    await insertRows(
      db,
      'lead_engagement',
      piece.map((lead) => engagementRow(accountId, lead)),
    );
    for (let nth = 0; nth < LARGE.messagesEach; nth += 1)
      await insertRows(
        db,
        'messages',
        piece.map((lead) => messageRow(accountId, lead, nth)),
      );
    for (let nth = 0; nth < LARGE.eventsEach; nth += 1)
      await insertRows(
        db,
        'events',
        piece.map((lead) => eventRow(accountId, lead, nth)),
      );
    if ((from / CHUNK) % 20 === 19) said(`${from + CHUNK} leads`);
  }
  await db.raw('ANALYZE TABLE leads, agent_runs, messages, events, lead_engagement, lead_metadata_values');
  return { agentIds, leadId };
}

interface Lead {
  n: number;
  id: string;
  runId: string | null;
  agentId: string;
  at: Date;
  writes: boolean;
}

const metadataOf = (n: number) => JSON.stringify({ budget: (n * 37) % 20_000, plan: n % 3 === 0 ? 'pro' : 'basic' });

const leadRow = (account_id: string, { n, id, at }: Lead) => ({
  id,
  account_id,
  first_name: FIRST[n % 10] as string,
  last_name: LAST[n % 11] as string,
  email: `lead-${n}@example.com`,
  source: n % 4 === 0 ? 'import' : 'api',
  company: `Company ${n % 900}`,
  metadata: metadataOf(n),
  created_at: at,
  updated_at: at,
});

function runRow(account_id: string, { n, id, runId, agentId, at }: Lead) {
  if (runId === null) return [];
  const state = STATES[n % STATES.length] as (typeof STATES)[number];
  const later = new Date(Date.now() + DAY_MS + (n % 1_440) * 60_000);
  const held = state === 'held';
  return [
    {
      id: runId,
      account_id,
      lead_id: id,
      agent_id: agentId,
      agent_version: 1,
      cadence_state: state,
      hold_reason: held ? (HELD[n % HELD.length] as string) : null,
      hold_until: held ? later : null,
      human_takeover: state === 'paused',
      status_key: 'new',
      status_category: 'open',
      status_entered_at: at,
      step_key: 'step_2',
      step_index: 1,
      cadence: '{}',
      wake_at: later,
      enrolled_at: at,
      started_at: at,
      updated_at: at,
    },
  ];
}

const engagementRow = (account_id: string, { id, at, writes }: Lead) => ({
  lead_id: id,
  account_id,
  last_inbound_at: writes ? at : null,
  last_outbound_at: at,
  last_channel: 'email',
  inbound_count: writes ? 1 : 0,
  outbound_count: LARGE.messagesEach,
});

function messageRow(account_id: string, { n, id, runId, agentId, at, writes }: Lead, nth: number) {
  const inbound = writes && nth === LARGE.messagesEach - 1;
  const sent = new Date(at.getTime() - (LARGE.messagesEach - nth) * DAY_MS);
  return {
    id: newId(),
    account_id,
    lead_id: id,
    agent_run_id: inbound ? null : runId,
    agent_id: inbound ? null : agentId,
    step_key: inbound ? null : `step_${nth + 1}`,
    visit: inbound ? null : 1,
    attempt: inbound ? null : 1,
    channel: 'email',
    direction: inbound ? 'inbound' : 'outbound',
    type: 'email',
    status: inbound ? 'received' : 'delivered',
    subject: `Offer ${n % 50}`,
    content: WRITTEN,
    provider: 'sandbox',
    sent_at: sent,
    delivered_at: sent,
    created_at: inbound ? at : sent,
    updated_at: sent,
  };
}

const KINDS = ['message.sent', 'message.delivered', 'lead.updated', 'email.opened', 'cadence.step_executed'];

const eventRow = (account_id: string, { id, runId, at }: Lead, nth: number) => ({
  id: newId(),
  account_id,
  type: KINDS[nth % KINDS.length] as string,
  lead_id: id,
  agent_run_id: runId,
  data: '{"channel":"email"}',
  origin_kind: 'cadence',
  origin_id: null,
  origin_depth: 0,
  created_at: new Date(at.getTime() + nth * 60_000),
});
