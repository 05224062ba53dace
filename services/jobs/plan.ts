import type { CycleLead } from '../../db/jobs/cycle-leads.js';
import type { AgentRow, EventRow } from '../../db/tables.js';
import type { Facts, WorkflowFacts } from '../../domain/facts.js';
import { agentFacts } from '../../domain/jobs/agent-facts.js';
import { eventFacts } from '../../domain/jobs/event-facts.js';
import { type JobPlan, runSteps } from '../../domain/jobs/run-steps.js';
import { renderTemplate } from '../../domain/messages/template-render.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { toFacts } from '../agent-runs/evaluation-facts.js';
import { templateVariables } from '../messages/template-variables.js';
import type { JobDocument } from './jobs.js';

/** The plan of a job's steps for a lead or an agent, in memory, with the facts behind it. */
export interface Planned {
  facts: Facts;
  plan: JobPlan;
}

export interface PlannedLead extends Planned {
  lead: CycleLead;
  definition: AgentDefinition;
}

const renderWith = (variables: object) => (template: string) => {
  const rendered = renderTemplate(template, variables as Record<string, unknown>, 'text');
  return rendered.ok ? rendered.value : '';
};

/** Plans one lead with the job as the cycle began with it. */
export function planLead(
  job: JobDocument,
  lead: CycleLead,
  definition: AgentDefinition,
  { now, keyPrefix, event }: { now: Date; keyPrefix: string; event: EventRow | undefined },
): PlannedLead {
  const { run, snapshot } = lead;
  const bare = toFacts(snapshot, definition, run.agent_id, run);
  const facts = event ? { ...bare, event: eventFacts(event, bare) } : bare;
  const agent = { id: run.agent_id, name: definition.name };
  const plan = runSteps(job.steps, facts, {
    now,
    keyPrefix,
    render: renderWith(templateVariables(snapshot, { now: now.toISOString(), agent })),
    categoryOf: (key) => definition.statuses.find((status) => status.key === key)?.category ?? 'open',
  });
  return { lead, definition, facts, plan };
}

/** Plans one agent of a job that runs once for each. */
export function planAgent(
  job: JobDocument,
  agent: Pick<AgentRow, 'id' | 'name'>,
  counts: WorkflowFacts,
  { now, keyPrefix }: { now: Date; keyPrefix: string },
): Planned {
  const facts = agentFacts(agent.id, job.timezone, counts);
  const plan = runSteps(job.steps, facts, {
    now,
    keyPrefix,
    render: renderWith({ workflow: { id: agent.id, name: agent.name, ...counts }, now: now.toISOString() }),
    categoryOf: () => 'open',
  });
  return { facts, plan };
}
