import { countOpenCalls, findCall } from '../../db/channels/calls.js';
import type { Db } from '../../db/connection.js';
import type { MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { afterCall } from '../../domain/cadence/after-send.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import type { Facts, Hold } from '../../domain/facts.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';

const RECHECK_MS = 30_000;

/** Returns what keeps a call from being made while another one with the lead is under way. */
export async function callHold(
  tx: Db,
  now: Date,
  { accountId, leadId, messageId }: { accountId: string; leadId: string; messageId: string },
): Promise<Hold | undefined> {
  const open = await countOpenCalls(tx, now, { account_id: accountId, lead_id: leadId }, messageId);
  if (open === 0) return undefined;
  const until = new Date(now.getTime() + RECHECK_MS).toISOString();
  return { reason: 'sender_throttle', until, detail: 'Another call with the lead is in progress.' };
}

/** Returns the cadence after a call's end, where its end is known already; else as it was. */
export async function afterKnownCall(
  work: Work,
  message: MessageRow,
  definition: AgentDefinition,
  state: CadenceState,
  facts: Facts,
): Promise<CadenceState> {
  const { tx, now } = work;
  const { step_key, visit, attempt } = message;
  if (message.channel !== 'call' || step_key === null || visit === null || attempt === null) return state;
  const call = await findCall(tx, message.id);
  if (!call?.ended_at) return state;
  return afterCall(definition, state, { step_key, visit, attempt, answered: call.answered === true }, facts, now);
}
