import type { Db } from '../db/connection.js';
import { insertEvents } from '../db/events.js';
import type { MessageRow } from '../db/tables.js';
import type { SendDecision } from '../domain/cadence/decision.js';
import type { CadenceState } from '../domain/cadence/state.js';
import type { Hold } from '../domain/facts.js';
import { newId } from '../runtime/ids.js';
import type { Turn } from './advance.js';
import { type Composed, composeMessage, type Outgoing } from './message-compose.js';
import type { Sender } from './senders.js';
import type { MailLinks } from './tracking-links.js';
import { countUsage, type UsageRequest } from './usage.js';

/**
 * The message of the step and attempt a run stands at, if one was claimed; and those with a claim from where it stood
 * before somebody moved or ended it. Messages that have a way of their own are no matter of the run.
 */
export async function findStepMessages(
  db: Db,
  agentRunId: string,
  state?: CadenceState,
): Promise<{ pending: MessageRow | undefined; left: MessageRow[] }> {
  const ownWay = db('outgoing_messages').select(db.raw('1')).whereRaw('message_id = messages.id');
  const rows: MessageRow[] = await db('messages')
    .where({ agent_run_id: agentRunId })
    .where((either) => {
      either.where((claimed) => claimed.where({ status: 'sending' }).whereNotExists(ownWay));
      if (state) either.orWhere({ step_key: state.step_key, visit: state.visit, attempt: state.attempt });
    });
  const pending = state && rows.find((row) => isOf(row, state));
  return { pending, left: rows.filter((row) => row !== pending) };
}

/** A message that is claimed and ready to be handed to its provider. */
export interface PreparedSend {
  messageId: string;
  claimNo: number;
  turn: Omit<Turn, 'tx'>;
  decision: SendDecision;
  outgoing: Outgoing;
}

type Ready = Extract<Composed, { kind: 'ready' }> & {
  messageId: string;
  claimNo: number;
  existing: MessageRow | undefined;
};

type Prepared =
  | Ready
  | { kind: 'hold'; hold: Hold }
  | { kind: 'impossible'; problem: Record<string, unknown> }
  | { kind: 'rejected'; code: string; message: string };

/** Renders what a step sends. What can't be rendered can't be mended by waiting: the run fails with the place. */
export async function prepareSend(
  turn: Turn,
  decision: SendDecision,
  sender: Sender | undefined,
  links: MailLinks,
): Promise<Prepared> {
  const { tx, now, snapshot } = turn;
  const { channel, content } = decision;
  const existing = isOf(turn.pending, decision) ? turn.pending : undefined;
  const messageId = existing?.id ?? newId();
  const composed = await composeMessage(tx, { messageId, now, channel, sender, content, snapshot, links });
  if (composed.kind === 'hold') return composed;
  if (composed.kind === 'ready') return { ...composed, messageId, existing, claimNo: (existing?.claim_no ?? 0) + 1 };
  const { kind, code, message } = composed;
  if (kind === 'rejected') return { kind, code, message };
  return { kind, problem: { step_key: decision.step_key, code, message } };
}

/** Whether a message belongs to this very step, visit and attempt. */
export const isOf = (
  message: MessageRow | undefined,
  { step_key, visit, attempt }: Pick<CadenceState, 'step_key' | 'visit' | 'attempt'>,
): message is MessageRow => message?.step_key === step_key && message.visit === visit && message.attempt === attempt;

/**
 * Takes the claim for one message: the row says `sending` under a claim number before the provider is called, so
 * that no two processes send it and a late result of an earlier claim changes nothing.
 */
export async function claimMessage(
  turn: Turn,
  decision: SendDecision,
  { outgoing, written, messageId, claimNo, existing }: Ready,
  usage: UsageRequest,
): Promise<PreparedSend> {
  const { tx, now, run, state } = turn;
  const columns = {
    status: 'sending',
    claim_no: claimNo,
    claimed_at: now,
    channel: decision.channel,
    ...written,
    failure_code: null,
    failure: null,
    updated_at: now,
  };
  if (existing) await tx('messages').where({ id: messageId }).update(columns);
  else {
    await tx('messages').insert({
      ...columns,
      id: messageId,
      account_id: run.account_id,
      lead_id: run.lead_id,
      agent_run_id: run.id,
      agent_id: run.agent_id,
      step_key: decision.step_key,
      visit: decision.visit,
      attempt: decision.attempt,
      direction: 'outbound',
      variant: decision.content.variant,
      late_by_seconds: decision.late_by_seconds,
      created_at: now,
    });
  }
  await countUsage(tx, usage, state.sent_count === 0);
  // A moved cadence (branches before this step) must be stored with the claim, or a retry would decide anew; so must
  // the variant, which later steps may go by although nobody learns what became of the message.
  const stored = { cadence: JSON.stringify(state), step_key: state.step_key };
  const moved = turn.events.length > 0 || run.step_key !== state.step_key || decision.content.variant !== null;
  if (moved) {
    await tx('agent_runs').where({ id: run.id }).update(stored);
    await insertEvents(tx, now, turn.events);
    turn.events = [];
  }
  const { tx: _tx, ...rest } = turn;
  return { messageId, claimNo, turn: { ...rest, run: moved ? { ...run, ...stored } : run }, decision, outgoing };
}
