import type { StopReason } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { Hold } from '../facts.js';

/** The position and state of a run in its cadence. It is plain JSON, stored with the run. Times are ISO strings. */
export interface CadenceState {
  /** The step the run is at; null once it ended. */
  step_key: string | null;
  /** The number of times the run has entered this step, from 1. */
  visit: number;
  /** The number of the next attempt of this visit, from 1. */
  attempt: number;
  entered_at: string;
  /** The newest event there was by then; null where only the time tells what came after. */
  entered_seq?: number | null;
  /** The start of the step's delay. */
  anchor_at: string;
  /** The time when the step is due; null where it counts from a date the lead doesn't have. */
  due_at: string | null;
  visits: Record<string, number>;
  /** Visits before the last restart or move by hand, which `max_visits` doesn't count. */
  visits_before: Record<string, number>;
  /** Steps entered in all, and since the run last sent or waited. */
  moves: number;
  idle_moves: number;
  enrolled_at: string;
  /** The newest event there was by then, 0 for none; null where only the time tells what came after. */
  enrolled_seq?: number | null;
  last_sent_at: string | null;
  sent_count: number;
  skip_first_message: boolean;
  /** Replaces the text of the first message. */
  force_first_message: string | null;
  /** Refusals for the moment in a row, and those of them that the message itself may have caused. */
  retries: number;
  own_retries: number;
  /** The run's own hold: a provider failure, an unknown outcome, or an absence. */
  hold: Hold | null;
  channels_off: Channel[];
  /** The channel used instead of the step's own after it was refused. */
  via: Channel | null;
  /** The lead's variant and branch, by step. */
  variants: Record<string, string>;
  /** The variant that was sent last; null before the first step that has some. */
  variant: string | null;
  arms: Record<string, string>;
  /** Of a `set` step that has begun: the place of the action that is done when it is due; null before. */
  next_action: number | null;
  /** True if the last call of this visit was answered; null while unknown. */
  call_answered: boolean | null;
  /** Steps that fell into a pause and are passed over. */
  missed: string[];
  /** Steps that an action wants passed over when they are reached. */
  skips: string[];
  /** The step, visit and attempt whose date was told last as an event. */
  scheduled: string | null;
  /** Instants that steps keep from before a pause. */
  schedule: Record<string, string>;
  paused_at: string | null;
  ended: { reason: StopReason; detail: string | null; at: string } | null;
}

/** The options of an enrollment. */
export interface EnrollOptions {
  skip_first_message?: boolean | undefined;
  force_first_message?: string | null | undefined;
  /** The place of the lead's newest event, 0 for none. */
  newest_event?: number | undefined;
}

/** Returns the state of a run that has entered no step yet. */
export const initialState = (now: Date, options: EnrollOptions = {}): CadenceState => ({
  step_key: null,
  visit: 0,
  attempt: 1,
  entered_at: now.toISOString(),
  anchor_at: now.toISOString(),
  due_at: now.toISOString(),
  visits: {},
  visits_before: {},
  moves: 0,
  idle_moves: 0,
  enrolled_at: now.toISOString(),
  enrolled_seq: options.newest_event ?? null,
  last_sent_at: null,
  sent_count: 0,
  skip_first_message: options.skip_first_message ?? false,
  force_first_message: options.force_first_message ?? null,
  retries: 0,
  own_retries: 0,
  hold: null,
  channels_off: [],
  via: null,
  variants: {},
  variant: null,
  arms: {},
  next_action: null,
  call_answered: null,
  missed: [],
  skips: [],
  scheduled: null,
  schedule: {},
  paused_at: null,
  ended: null,
});
