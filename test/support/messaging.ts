import type { Knex } from 'knex';
import supertest from 'supertest';
import type { AgentRunRow, InboundEventRow, LeadRow, MessageRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import { completeDefinition, type DefinitionRequest } from '../../domain/cadence/complete.js';
import { signHook } from '../../runtime/hook-signature.js';
import { newId } from '../../runtime/ids.js';
import { enrollLeads } from '../../services/agent-runs/enroll.js';
import { processInboundEvent } from '../../services/inbound/process-event.js';
import type { TestAccount, TestApi } from './api.js';
import { workOn } from './work.js';

/** A lead written straight into the table. */
export async function addLead(db: Knex, accountId: string, columns: Partial<LeadRow> = {}): Promise<LeadRow> {
  const id = newId();
  const now = new Date();
  await db('leads').insert({
    id,
    account_id: accountId,
    first_name: 'Ada',
    email: `lead-${id}@example.com`,
    metadata: '{}',
    created_at: now,
    updated_at: now,
    ...columns,
  });
  return (await db('leads').where({ id }).first())!;
}

const STEPS = [
  { key: 'hello', type: 'message', channel: 'email', subject: 'Hello', content: 'Hello {{ lead.first_name }}' },
  {
    key: 'again',
    type: 'message',
    channel: 'email',
    subject: 'Again',
    content: 'Still there?',
    delay: { type: 'after', amount: 1, unit: 'days' },
  },
];

/** An agent with one published version; a reply stops its runs unless `exit` says otherwise. */
export async function addAgent(
  api: TestApi,
  account: TestAccount,
  { exit, ...request }: Record<string, unknown> = {},
): Promise<string> {
  const id = newId();
  const now = new Date();
  const definition = completeDefinition(
    {
      name: 'Agent',
      goal_type: 'custom',
      cadence: { steps: STEPS },
      exit: { on_reply: 'stop', ...(exit as object) },
      ...request,
    } as DefinitionRequest,
    'UTC',
  );
  await api.db('agents').insert({
    id,
    account_id: account.accountId,
    name: 'Agent',
    goal_type: 'custom',
    version: 1,
    draft: JSON.stringify(definition),
    created_at: now,
    updated_at: now,
  });
  await api.db('agent_versions').insert({
    agent_id: id,
    version: 1,
    account_id: account.accountId,
    definition: JSON.stringify(definition),
    created_at: now,
  });
  return id;
}

/** Adds an open enrollment at the agent's first step, and removes the other rows that it wrote. */
export async function addRun(db: Knex, lead: LeadRow, agentId: string): Promise<AgentRunRow> {
  const [result] = await db.transaction((tx) =>
    enrollLeads(openWork(tx, new Date()), {
      accountId: lead.account_id,
      accountTimezone: 'UTC',
      agentId,
      leads: [{ lead }],
      origin: { kind: 'system', id: null },
    }),
  );
  if (result?.outcome !== 'enrolled') throw new Error(`not enrolled: ${JSON.stringify(result)}`);
  await db('events').where({ lead_id: lead.id }).delete();
  await db('outbox').where({ account_id: lead.account_id }).delete();
  return (await db('agent_runs').where({ id: result.run.id }).first())!;
}

/** A message to a lead; `sending` under its first claim unless said otherwise. */
export async function addMessage(
  db: Knex,
  lead: LeadRow,
  run: AgentRunRow | null,
  columns: Partial<MessageRow> = {},
): Promise<MessageRow> {
  const id = newId();
  const now = new Date();
  const row = {
    id,
    account_id: lead.account_id,
    lead_id: lead.id,
    agent_run_id: run?.id ?? null,
    agent_id: run?.agent_id ?? null,
    step_key: run ? id : null,
    visit: run ? 1 : null,
    attempt: run ? 1 : null,
    channel: 'email',
    direction: 'outbound',
    type: 'text',
    status: 'sending',
    claim_no: 1,
    claimed_at: now,
    to_address: lead.email,
    subject: 'Hello',
    content: 'Hello Ada',
    created_at: now,
    updated_at: now,
    ...columns,
  };
  await db('messages').insert(row as MessageRow);
  return (await db('messages').where({ id }).first())!;
}

export interface TestHook {
  url: string;
  path: string;
  secret: string;
}

/** A hook of the account, made through the API. */
export async function addHook(account: TestAccount, provider = 'email', secret?: string): Promise<TestHook> {
  const { body } = await account.request('post', '/hooks').send({ provider, ...(secret ? { secret } : {}) });
  return { url: body.url, path: new URL(body.url).pathname, secret: body.secret };
}

/** Posts an event as a provider does, signed. */
export function post(api: Pick<TestApi, 'app'>, hook: TestHook, event: unknown, at = new Date()): supertest.Test {
  const text = typeof event === 'string' ? event : JSON.stringify(event);
  return supertest(api.app)
    .post(hook.path)
    .set('Content-Type', 'application/json')
    .set('X-Signature', signHook(hook.secret, text, at))
    .send(text);
}

/** Processes everything that an account received like a worker, in the order given. */
export async function workInbound(
  db: Knex,
  accountId: string,
  order: (rows: InboundEventRow[]) => InboundEventRow[] = (rows) => rows,
): Promise<string[]> {
  const rows: InboundEventRow[] = await db('inbound_events')
    .where({ account_id: accountId })
    .whereNull('processed_at')
    .orderBy('id');
  const outcomes: string[] = [];
  for (const row of order(rows)) outcomes.push(await processInboundEvent(workOn(db), row.id));
  return outcomes;
}

/** The kinds of events written for a lead, in order. */
export const eventKinds = async (db: Knex, leadId: string): Promise<string[]> =>
  (await db('events').where({ lead_id: leadId }).orderBy('seq').select('type')).map(({ type }) => type);
