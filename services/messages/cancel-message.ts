import { findDefinition } from '../../db/agents/agents.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { cancel } from '../../db/messages/transitions.js';
import type { MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { skipStep } from '../../domain/cadence/pause.js';
import { changeCadence } from '../agent-runs/pause-resume.js';
import { cadenceOf } from '../agent-runs/run-plan.js';
import { wakeMessage } from '../instructions/messages.js';
import type { LockedMessage } from './receipts.js';

/**
 * Cancels a message that has not left. The cadence that was about to send it passes over its step, or it would send
 * the same message again.
 */
export async function cancelMessage(
  work: Work,
  { message, run }: LockedMessage,
  origin: EventOrigin,
): Promise<MessageRow> {
  const { tx, now } = work;
  await cancel(tx, now, message.id);
  const cancelled: MessageRow = {
    ...message,
    status: 'cancelled',
    hold_reason: null,
    hold_until: null,
    updated_at: now,
  };
  if (!run) await wakeMessage(work, cancelled, 'cancelled');
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
  await changeCadence(work, run, definition, (current, facts) =>
    skipStep(definition, { ...current, hold: null, retries: 0, own_retries: 0 }, facts, now),
  );
  return cancelled;
}
