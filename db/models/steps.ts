import type { Db } from '../connection.js';
import type { AgentStepRow } from './tables.js';

/** Names a step. */
export type StepKey = Pick<AgentStepRow, 'conversation_id' | 'turn_no' | 'claim_no' | 'step_no'>;
type TurnKey = Pick<AgentStepRow, 'conversation_id' | 'turn_no'>;

/** Writes a step that a model is about to be asked for. */
export async function insertStep(tx: Db, row: AgentStepRow): Promise<void> {
  await tx('agent_steps').insert(row);
}

/** The personal columns, with their values after an erasure. */
const TEXTS = { request: '[]', response: '', results: '[]' };

/** Records the result of a step. If the lead was erased during the call, only the cost is stored. */
export async function finishStep(
  tx: Db,
  { conversation_id, turn_no, claim_no, step_no }: StepKey,
  changes: Partial<AgentStepRow>,
): Promise<void> {
  const erased = tx('conversations as c')
    .join('leads as l', 'l.id', 'c.lead_id')
    .where('c.id', conversation_id)
    .whereNotNull('l.erased_at')
    .select('c.id');
  const texts = Object.entries(TEXTS).map(([column, nothing]) => {
    const kept = changes[column as keyof typeof TEXTS] ?? tx.ref(column);
    return [column, tx.raw('IF(EXISTS(?), ?, ?)', [erased, nothing, kept])];
  });
  await tx('agent_steps')
    .where({ conversation_id, turn_no, claim_no, step_no })
    .update({ ...changes, ...Object.fromEntries(texts) });
}

/** Says of the steps of a turn's claim that were taken why nothing came of them. */
export async function discardSteps(
  tx: Db,
  { conversation_id, turn_no, claim_no }: Omit<StepKey, 'step_no'>,
  reason: string,
): Promise<void> {
  await tx('agent_steps')
    .where({ conversation_id, turn_no, claim_no, status: 'ok' })
    .update({ status: 'discarded', error: reason });
}

/** Marks what was being asked by a process that is gone; what was reserved for it counts as spent. */
export async function cancelSteps(tx: Db, conversationId: string): Promise<void> {
  await tx('agent_steps')
    .where({ conversation_id: conversationId, status: 'asking' })
    .update({ status: 'cancelled', error: 'lost' });
}

/** Lists the steps of a turn, in the order in which they were taken. */
export const listSteps = (db: Db, { conversation_id, turn_no }: TurnKey): Promise<AgentStepRow[]> =>
  db('agent_steps').where({ conversation_id, turn_no }).orderBy(['claim_no', 'step_no']);

/** Empties what was asked and answered before a time; what it cost stays. Returns how many were emptied. */
export const emptySteps = (db: Db, before: Date, limit: number): Promise<number> =>
  db('agent_steps')
    .where('created_at', '<', before)
    .whereNot('request', '[]')
    .limit(limit)
    .update({ request: '[]', response: '', results: '[]' });

/** The usage of models by an agent on a day. */
export interface UsageOfDay {
  day: string;
  agent_id: string;
  model_key: string;
  calls: number;
  turns: number;
  failed: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  cost_micros: number;
}

/** Adds up what models did for an account from one moment to another, by day in UTC, agent and model. */
export async function listUsage(
  db: Db,
  accountId: string,
  { from, to, agentId }: { from: Date; to: Date; agentId: string | undefined },
): Promise<UsageOfDay[]> {
  const query = db('agent_steps')
    .where({ account_id: accountId })
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupByRaw("DATE_FORMAT(created_at, '%Y-%m-%d'), agent_id, model_key")
    .orderByRaw('day DESC, agent_id, model_key')
    .select(db.raw("DATE_FORMAT(created_at, '%Y-%m-%d') AS day"), 'agent_id', 'model_key')
    .select(
      db.raw('COUNT(*) AS calls'),
      db.raw('COUNT(DISTINCT conversation_id, turn_no) AS turns'),
      db.raw("SUM(status = 'failed') AS failed"),
      db.raw('SUM(input_tokens) AS input_tokens'),
      db.raw('SUM(cached_tokens) AS cached_tokens'),
      db.raw('SUM(output_tokens) AS output_tokens'),
      db.raw('SUM(cost_micros) AS cost_micros'),
    );
  if (agentId !== undefined) query.where({ agent_id: agentId });
  const rows = (await query) as Record<string, unknown>[];
  return rows.map((row) => ({
    day: String(row.day),
    agent_id: String(row.agent_id),
    model_key: String(row.model_key),
    calls: Number(row.calls),
    turns: Number(row.turns),
    failed: Number(row.failed),
    input_tokens: Number(row.input_tokens),
    cached_tokens: Number(row.cached_tokens),
    output_tokens: Number(row.output_tokens),
    cost_micros: Number(row.cost_micros),
  }));
}
