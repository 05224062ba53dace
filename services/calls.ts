import type { Knex } from 'knex';
import { countOpenCalls, findCall } from '../db/calls.js';
import type { Db } from '../db/connection.js';
import type { MessageRow } from '../db/tables.js';
import type { VoiceAgentRow } from '../db/tables-calls.js';
import { lockVoiceAgent } from '../db/voice-agents.js';
import { afterCall } from '../domain/cadence/after-send.js';
import type { CadenceState } from '../domain/cadence/state.js';
import type { Facts, Hold } from '../domain/facts.js';
import type { AgentDefinition } from '../schemas/agents.js';

const RECHECK_MS = 30_000;

/**
 * What keeps a call from being made now: another one with the lead, or a voice agent that speaks on as many lines as it
 * may. The voice agent's row is locked, so that of two calls only one sees the last line free; with `look` it isn't.
 */
export async function callHold(
  tx: Db,
  now: Date,
  agent: VoiceAgentRow,
  call: { messageId: string; leadId: string },
  look = false,
): Promise<Hold | undefined> {
  const held = (detail: string): Hold => ({
    reason: 'sender_throttle',
    until: new Date(now.getTime() + RECHECK_MS).toISOString(),
    detail,
  });
  const { account_id, id } = agent;
  const locked = look ? undefined : await lockVoiceAgent(tx, account_id, id);
  const withLead = await countOpenCalls(tx, now, { account_id, lead_id: call.leadId }, call.messageId);
  if (withLead > 0) return held('Another call with the lead is under way.');
  const open = await countOpenCalls(tx, now, { account_id, sender_id: id }, call.messageId);
  const most = locked?.max_concurrent ?? agent.max_concurrent;
  return open >= most ? held(`The voice agent makes at most ${most} calls at once.`) : undefined;
}

/** The cadence after a call's end, where its end is known already; else as it was. */
export async function afterKnownCall(
  tx: Knex,
  now: Date,
  message: MessageRow,
  definition: AgentDefinition,
  state: CadenceState,
  facts: Facts,
): Promise<CadenceState> {
  const { step_key, visit, attempt } = message;
  if (message.channel !== 'call' || step_key === null || visit === null || attempt === null) return state;
  const call = await findCall(tx, message.id);
  if (!call?.ended_at) return state;
  return afterCall(definition, state, { step_key, visit, attempt, answered: call.answered === 1 }, facts, now);
}
