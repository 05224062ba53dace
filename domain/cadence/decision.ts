import type { StopReason } from '../../schemas/agents/agents.js';
import type { Channel, StepType } from '../../schemas/cadence/cadence.js';
import type { Effect } from '../../schemas/rules/effects.js';
import type { Hold } from '../facts.js';
import type { MessageContent } from '../messages/message-content.js';
import type { RenderText } from '../rules/actions/index.js';
import type { CadenceState } from './state.js';

/** The content of a step before rendering. */
export interface StepContent extends MessageContent {
  variant: string | null;
  /** True if the text was given at enrollment and replaces the step's own. */
  forced: boolean;
}

/** The reason why a step was passed over. */
export type SkipReason =
  | Unreachable
  | 'conditions_not_met'
  | 'skip_first_message'
  | 'outside_window'
  | 'missed_while_paused'
  | 'skipped_by_action'
  | 'missing_date'
  | 'no_content';

/** The input of a decision in addition to the facts. */
export interface DecideOptions {
  /** Renders texts in the actions of `set` steps. */
  render?: RenderText;
  /** Names the run in the keys of its effects; the lead's id if not given. */
  runId?: string;
}

/** A step that sends. */
export interface SendDecision {
  kind: 'send';
  step_key: string;
  step_type: 'message' | 'call';
  visit: number;
  attempt: number;
  channel: Channel;
  content: StepContent;
  late_by_seconds: number;
}

/**
 * The next action of a run. `moved` and `skip` are done at once and decided again; after `send` comes `afterSend`;
 * `wait` and `hold` have the time of the next decision; `exit` and `complete` end the run. `state` is stored in every
 * case.
 */
export type Decision = { state: CadenceState } & (
  | SendDecision
  | ({ kind: 'hold'; step_key: string } & Hold)
  | { kind: 'wait'; step_key: string; until: string }
  | {
      kind: 'moved';
      step_type: StepType;
      from: string;
      to: string | null;
      /** The branch and its reason, in a sentence without the lead's values. */
      why: string;
      effects: Effect[];
      /** Of a `set` step that does its actions in pieces: the place of the first one here, and how many are left. */
      piece?: { first: number; left: number };
    }
  | { kind: 'skip'; step_key: string; step_type: StepType; reason: SkipReason; detail: string; to: string | null }
  | { kind: 'exit'; reason: StopReason; detail: string | null }
  | { kind: 'complete' }
);

/** The reason why a lead can't be reached on a channel. */
export type Unreachable = 'missing_contact' | 'opted_out' | 'suppressed' | 'channel_off';
