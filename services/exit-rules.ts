import type { Knex } from 'knex';
import { lockOpenRuns, lockRun } from '../db/agent-runs.js';
import { findDefinition } from '../db/agents.js';
import type { EventOrigin } from '../db/events.js';
import type { AgentRunRow } from '../db/tables.js';
import { type CadenceEvent, exitRuleFor } from '../domain/cadence/exit-rules.js';
import { channelOff, holdCadence } from '../domain/cadence/pause.js';
import type { AgentDefinition } from '../schemas/agents.js';
import type { Channel } from '../schemas/cadence.js';
import type { EventKind } from '../schemas/events.js';
import { changeCadence, pauseRun } from './automation.js';
import { endRun } from './runs.js';
import { wakeRuns } from './wake.js';

export interface LeadEvent {
  accountId: string;
  leadId: string;
  eventType: EventKind;
  /** The event row, where it is written already. */
  eventId?: string;
  /** Facts of the event: `kind` of a bounce, `auto_reply` and `until` of an out-of-office answer, `channel`. */
  data: Record<string, unknown>;
  origin: EventOrigin;
  /** When it happened, where that may be long before it is told: it ends no enrolment that began after it. */
  happenedAt?: Date;
}

/** How far the clocks of those who tell of something may be from ours. */
export const CLOCKS_MS = 300_000;

const beganAfter = ({ enrolled_at }: AgentRunRow, { happenedAt }: LeadEvent): boolean =>
  happenedAt !== undefined && enrolled_at.getTime() > happenedAt.getTime() + CLOCKS_MS;

const toCadenceEvent = ({ eventType, data }: LeadEvent): CadenceEvent => ({
  type: eventType,
  out_of_office: Boolean(data.auto_reply),
  until: typeof data.until === 'string' ? data.until : null,
  hard: data.kind === 'hard',
  intermediary: data.category === 'intermediary',
  ...(typeof data.channel === 'string' ? { channel: data.channel as Channel } : {}),
});

/** The runs that an event met, as they were, and those of them that a rule acted on. */
export interface LeadEventResult {
  runs: AgentRunRow[];
  acted: AgentRunRow[];
}

/**
 * Lets an event of a lead act on its open runs, in the transaction that writes the event: stops or pauses them as each
 * agent's exit rules say, and wakes the others, whose waits and goals may be about it.
 */
export async function applyLeadEvent(tx: Knex, now: Date, event: LeadEvent): Promise<LeadEventResult> {
  const runs = await lockOpenRuns(tx, event.accountId, event.leadId);
  const acted: AgentRunRow[] = [];
  for (const run of runs) {
    if (beganAfter(run, event)) continue;
    const definition = await findDefinition(tx, run.agent_id, run.agent_version);
    if (definition && (await applyRule(tx, now, run, definition, event, toCadenceEvent(event)))) acted.push(run);
  }
  const untouched = runs.filter((run) => !acted.includes(run));
  await wakeRuns(tx, now, untouched, event.eventType);
  if (event.eventType === 'message.received' && !event.data.auto_reply) await applyCompanyRule(tx, now, event);
  return { runs, acted };
}

async function applyRule(
  tx: Knex,
  now: Date,
  run: AgentRunRow,
  definition: AgentDefinition,
  { eventType, origin }: LeadEvent,
  event: CadenceEvent,
): Promise<boolean> {
  const rule = exitRuleFor(definition, event, now);
  switch (rule.action) {
    case 'continue':
      return false;
    case 'stop':
      await endRun(tx, now, run, { runStatus: 'stopped', stopReason: rule.reason, origin, data: { event: eventType } });
      return true;
    case 'pause': {
      // How long a person's pause lasts is for that person to say.
      const person = run.cadence_paused === 1 && run.paused_by !== 'rule' ? run.paused_by : null;
      if (person !== null && run.human_takeover === 1) return false;
      const minutes = definition.handoff.auto_resume_after_minutes;
      const ruled = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
      await pauseRun(tx, now, run, {
        reason: (person && run.pause_reason) ?? 'The lead replied.',
        by: person ?? 'rule',
        humanTakeover: true,
        autoResumeAt: person === null ? ruled : run.auto_resume_at,
        origin,
      });
      return true;
    }
    case 'channel_off':
      await changeCadence(tx, now, run, definition, (state) => channelOff(state, rule.channel));
      return true;
    case 'hold_until':
      await changeCadence(tx, now, run, definition, (state) =>
        holdCadence(state, { reason: 'manual', until: rule.until, detail: rule.detail }),
      );
      return true;
  }
}

const COLLEAGUES = 500;

/** Stops the runs of colleagues whose agent says that one reply speaks for the company. */
async function applyCompanyRule(tx: Knex, now: Date, event: LeadEvent): Promise<void> {
  const colleagues: Pick<AgentRunRow, 'id' | 'agent_id' | 'agent_version'>[] = await tx('agent_runs')
    .join('leads', 'leads.id', 'agent_runs.lead_id')
    .join('leads as replier', function joinReplier() {
      this.on('replier.account_id', 'leads.account_id').andOn('replier.company', 'leads.company');
    })
    .where('replier.id', event.leadId)
    .whereNot('leads.id', event.leadId)
    .where('agent_runs.account_id', event.accountId)
    .where('agent_runs.open_slot', 1)
    .limit(COLLEAGUES)
    .select('agent_runs.id', 'agent_runs.agent_id', 'agent_runs.agent_version');
  for (const { id, agent_id, agent_version } of colleagues) {
    const definition = await findDefinition(tx, agent_id, agent_version);
    if (definition?.exit.same_company_reply !== 'stop') continue;
    const run = await lockRun(tx, id);
    if (run?.open_slot !== 1) continue;
    await applyRule(tx, now, run, definition, event, { ...toCadenceEvent(event), same_company: true });
  }
}
