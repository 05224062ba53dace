import type { HoldReason } from '../../../schemas/agents/agents.js';
import type { HistoryItem } from '../../../schemas/events/history.js';
import * as words from '../../words/en/lead.js';
import { holdInWords } from '../../words/hold-reasons.js';
import { translated } from '../../words/sentences.js';
import { HOLDS } from '../../words/states.js';

/** The filters of a timeline. */
export const KINDS = ['reached', 'decisions', 'meetings', 'notes'] as const;
export type EntryKind = (typeof KINDS)[number];

/** The kinds of items that the API filters. The rest is filtered here. */
export const TYPES_OF: Readonly<Record<EntryKind | 'all', string | undefined>> = {
  all: undefined,
  reached: 'message,call,call_missed',
  decisions: 'activity',
  meetings: 'activity',
  notes: 'activity',
};

const DECIDES = /^(cadence|workflow_run|automation|conversation)\./;

/** Returns what an item is about; undefined: the lead itself, which only "everything" shows. */
export function kindOf(item: HistoryItem): EntryKind | undefined {
  if (item.type !== 'activity') return 'reached';
  if (item.note !== null || item.activity_type === 'meeting.notes_added') return 'notes';
  if (item.activity_type.startsWith('meeting.')) return 'meetings';
  return DECIDES.test(item.activity_type) ? 'decisions' : undefined;
}

/** The data of an event about a step. */
export interface Decided {
  step?: string;
  why?: string;
  /** The reason of the hold. */
  hold?: HoldReason;
  /** The user who took the lead over, as the API names them. `rule` if the lead needs a reply. */
  takesOver?: string;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const isHold = (reason: unknown): reason is HoldReason => typeof reason === 'string' && Object.hasOwn(HOLDS, reason);

/** Reads out of an event's facts which step it tells of, and why it went so. */
export function decidedOf(type: string, data: Record<string, unknown>): Decided {
  const hold = type === 'cadence.held' && isHold(data.reason) ? data.reason : undefined;
  const to = text(data.to);
  // The chip has a hold's reason.
  const detail = text(data.detail);
  const why =
    (hold && detail ? holdInWords({ reason: hold, detail }) : detail && translated(detail)) ??
    text(data.why) ??
    (hold ? undefined : text(data.reason)?.replaceAll('_', ' '));
  const step = text(data.step_key);
  const onward = to && to !== step ? words.continuesWith(to) : undefined;
  const sentence = [why, onward].filter(Boolean).join('; ');
  return {
    ...(step ? { step } : {}),
    ...(sentence ? { why: sentence } : {}),
    ...(hold ? { hold } : {}),
    ...(type === 'automation.paused' && data.human_takeover === true ? { takesOver: text(data.by) ?? '' } : {}),
  };
}

/** The events that end a user's takeover. */
const GIVES_BACK: readonly string[] = [
  'automation.resumed',
  'workflow_run.completed',
  'workflow_run.stopped',
  'workflow_run.transferred',
  'workflow_run.failed',
];

/**
 * Lists the events while a person had the lead, newest first, by ID: from the takeover of a run to its handback,
 * inclusive. Events of other runs aren't included.
 */
export function takenOver(items: readonly HistoryItem[], decisions: ReadonlyMap<string, Decided>): ReadonlySet<string> {
  const heldSteps = new Set<string | null>();
  const covered = new Set<string>();
  for (const { id, workflow_run_id: run, ...item } of items.toReversed()) {
    const by = decisions.get(id)?.takesOver;
    if (by !== undefined && by !== 'rule') heldSteps.add(run);
    if (heldSteps.has(run) || (run === null && heldSteps.size > 0)) covered.add(id);
    if (item.type === 'activity' && GIVES_BACK.includes(item.activity_type)) heldSteps.delete(run);
  }
  return covered;
}

/**
 * Returns when the lead answered which message: its last one on that channel before, by ids; `items` are the newest
 * first.
 */
export function answersAmong(items: readonly HistoryItem[]): ReadonlyMap<string, string> {
  const open = new Map<string, string>();
  const answers = new Map<string, string>();
  for (const item of items.toReversed()) {
    if (item.type !== 'message') continue;
    const openMessage = open.get(item.channel);
    if (item.direction === 'outbound') {
      if (item.sent_at) open.set(item.channel, item.id);
    } else if (openMessage) {
      answers.set(openMessage, item.created_at);
      open.delete(item.channel);
    }
  }
  return answers;
}

const HOUR = 3_600_000;

/** Describes how long nothing happened between two moments, where that was an hour or more. */
export function idleBetween(later: string, earlier: string): string | undefined {
  const hours = Math.floor((Date.parse(later) - Date.parse(earlier)) / HOUR);
  if (hours < 1) return undefined;
  if (hours < 48) return words.hour(hours);
  return words.day(Math.floor(hours / 24));
}
