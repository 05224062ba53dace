import type { StepEvent } from '../../db/agent-runs/run-details.js';
import type { AgentRunRow, MessageRow } from '../../db/tables.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import { channelOf, isSending } from '../../domain/cadence/steps.js';
import type { AgentRunStep } from '../../schemas/agent-runs/agent-runs.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import { toMessage } from '../../services/messages/message-view.js';

/** The data of a run in addition to its definition. */
export interface RunHistory {
  run: AgentRunRow;
  state: CadenceState;
  events: readonly StepEvent[];
  messages: readonly MessageRow[];
}

/** Lists the steps of a run's version with their outcomes. */
export function stepsOfRun(definition: AgentDefinition, history: RunHistory): AgentRunStep[] {
  return definition.cadence.steps.map((step, index) => {
    const messages = history.messages.filter((message) => message.step_key === step.key);
    const events = history.events.filter((event) => event.data.step_key === step.key);
    const last = events.at(-1);
    return {
      key: step.key,
      index,
      type: step.type,
      name: step.name ?? null,
      channel: isSending(step) ? channelOf(step) : null,
      state: stateOf(step, index, history, last, messages.length > 0),
      visits: history.state.visits[step.key] ?? 0,
      happened_at: last?.created_at.toISOString() ?? null,
      why: last ? whyOf(last) : null,
      effects: effectsOf(events),
      messages: messages.map(toMessage),
    };
  });
}

function stateOf(
  step: CadenceStep,
  index: number,
  { run, state }: RunHistory,
  last: StepEvent | undefined,
  sent: boolean,
): AgentRunStep['state'] {
  const open = run.open_slot === 1;
  if (open && run.step_key === step.key) return 'current';
  if (last?.type === 'cadence.step_skipped') return 'skipped';
  if (last || sent) return 'done';
  return open && index > run.step_index && (state.visits[step.key] ?? 0) === 0 ? 'ahead' : 'passed';
}

/** Returns the effects of the last visit, across its batches. */
function effectsOf(events: readonly StepEvent[]): AgentRunStep['effects'] {
  const first = events.findLastIndex(({ data }) => !data.first_action);
  return events.slice(Math.max(first, 0)).flatMap(({ data }) => (data.effects ?? []) as AgentRunStep['effects']);
}

/** Returns why a step was skipped or which way was taken, as the event tells it. */
function whyOf({ data }: StepEvent): string | null {
  const reason = ['detail', 'why', 'reason'].map((key) => data[key]).find((text) => typeof text === 'string');
  return typeof reason === 'string' ? reason : null;
}
