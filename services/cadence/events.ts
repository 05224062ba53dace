import type { NewEvent } from '../../db/events/events.js';
import type { MessageRow } from '../../db/tables.js';
import type { Decision } from '../../domain/cadence/decision.js';
import type { Hold } from '../../domain/facts.js';
import type { EventKind } from '../../schemas/events/events.js';
import { originOf, type StepContext } from './step-context.js';

type About = Pick<StepContext, 'run'>;

const event = ({ run }: About, type: EventKind, data: Record<string, unknown>): NewEvent => ({
  accountId: run.account_id,
  leadId: run.lead_id,
  agentRunId: run.id,
  origin: originOf(run),
  type,
  data,
});

/** The events that tell of a cadence's steps. */
export const stepEvents = {
  held: (about: About, { step_key, reason, until, detail }: Hold & { step_key: string }): NewEvent =>
    event(about, 'cadence.held', { step_key, reason, until, detail }),

  outcomeUnknown: (about: About, { id }: MessageRow): NewEvent =>
    event(about, 'cadence.held', { message_id: id, reason: 'outcome_unknown' }),

  skipped: (about: About, { step_key, step_type, reason }: Decision & { kind: 'skip' }): NewEvent =>
    event(about, 'cadence.step_skipped', { step_key, step_type, reason }),

  refused: (about: About, step_key: string, { code, message }: { code: string; message: string }): NewEvent =>
    event(about, 'cadence.step_skipped', { step_key, reason: code, detail: message }),

  sent: (about: About, { id, step_key, channel }: MessageRow): NewEvent =>
    event(about, 'cadence.step_executed', { message_id: id, step_key, channel }),

  moved: (about: About, decision: Decision & { kind: 'moved' }, effects?: unknown[]): NewEvent =>
    event(about, 'cadence.step_executed', {
      ...{ step_key: decision.from, step_type: decision.step_type, to: decision.to, why: decision.why },
      ...(effects ? { effects } : {}),
      ...(decision.piece ? { first_action: decision.piece.first, actions_left: decision.piece.left } : {}),
    }),

  completed: (about: About, detail: string | null): NewEvent =>
    event(about, 'cadence.completed', { workflow_id: about.run.agent_id, detail }),
};
