import type { Knex } from 'knex';
import { findDefinition } from '../db/agents.js';
import { type EventOrigin, insertEvents } from '../db/events.js';
import { updateMessage } from '../db/messages.js';
import type { MessageRow } from '../db/tables.js';
import { skipStep } from '../domain/cadence/pause.js';
import { changeCadence } from './automation.js';
import { cadenceOf } from './cadence-state.js';
import type { LockedMessage } from './message-news.js';
import { rouseMessage } from './outgoing-messages.js';

/**
 * Cancels a message that has not left. The cadence that was about to send it passes over its step, or it would send
 * the same message again.
 */
export async function cancelMessage(
  tx: Knex,
  now: Date,
  { message, run }: LockedMessage,
  origin: EventOrigin,
): Promise<MessageRow> {
  const changes: Partial<MessageRow> = { status: 'cancelled', hold_reason: null, hold_until: null, updated_at: now };
  await updateMessage(tx, message.id, changes);
  const cancelled = { ...message, ...changes };
  if (!run) await rouseMessage(tx, now, cancelled, 'cancelled');
  if (run?.open_slot !== 1) return cancelled;
  const state = cadenceOf(run);
  const isNext =
    state.step_key === message.step_key && state.visit === message.visit && state.attempt === message.attempt;
  const definition = isNext ? await findDefinition(tx, run.agent_id, run.agent_version) : undefined;
  if (!definition) return cancelled;
  await insertEvents(tx, now, [
    {
      accountId: run.account_id,
      leadId: run.lead_id,
      agentRunId: run.id,
      type: 'cadence.step_skipped',
      data: { workflow_id: run.agent_id, step_key: message.step_key, message_id: message.id, reason: 'cancelled' },
      origin,
    },
  ]);
  await changeCadence(tx, now, run, definition, (current, facts) =>
    skipStep(definition, { ...current, hold: null, retries: 0, own_retries: 0 }, facts, now),
  );
  return cancelled;
}
