import { updateRun } from '../../db/agent-runs/agent-runs.js';
import { settlePromises } from '../../db/conversations/conversations.js';
import type { Seat } from '../../db/conversations/seats.js';
import type { Work } from '../../db/work.js';
import { usesModel } from '../../domain/agent/settings.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { cancelReplies, GIVEN_BACK } from '../agent-runs/hand-conversations.js';
import { pauseRun, resumeRun } from '../agent-runs/pause-resume.js';
import { wakeConversation } from '../instructions/conversations.js';
import type { RefusedMessage } from '../messages/queue.js';
import { answer } from './advance.js';
import { closeConversation } from './handle.js';
import { openWhereItStood, planMessage } from './planned.js';
import { queueReply } from './send-reply.js';
import { addMessage, change, reopen, type Sitting, save, sit, tell } from './sitting.js';
import { beSilent } from './take-turn.js';

/** A person who acts in a conversation. */
export interface Operator {
  /** `key:<id>` or `user:<id>`. */
  by: string;
  origin: EventOrigin;
}

const MINUTE_MS = 60_000;

/** Tells whether inputs wait for the agent. */
const waits = ({ seat, talk }: Sitting): boolean =>
  talk.some(({ role, seq }) => role === 'user' && seq > seat.answered_through);

/** Gives the conversation to a person: the agent is silent from this transaction on, its replies that wait are cancelled. */
async function take(sitting: Sitting, { by, origin }: Operator): Promise<boolean> {
  const { work, seat, run, definition } = sitting;
  const changed = seat.handler !== 'person';
  const minutes = definition.handoff.auto_resume_after_minutes;
  const until = minutes === null ? null : new Date(work.now.getTime() + minutes * MINUTE_MS);
  const isOpen = run?.open_slot === 1;
  if (isOpen && !run.human_takeover) {
    const reason = 'A person took the conversation over.';
    await pauseRun(work, run, { reason, by, humanTakeover: true, autoResumeAt: until, origin });
  }
  if (changed && (await cancelReplies(work, seat))) change(sitting, { owed: true });
  change(sitting, { handler: 'person', taken_by: by, resume_at: isOpen ? null : until, follow_up_at: null });
  if (seat.resume_at !== null) await wakeConversation(work, seat, 'a person has it for a while');
  if (changed) change(sitting, { handed_at: work.now });
  if (waits(sitting)) beSilent(sitting, 'taken_over');
  return changed;
}

/** Takes the conversation over for a person. Answers whether the agent had it. */
export async function takeOver(work: Work, seat: Seat, operator: Operator): Promise<boolean> {
  const sitting = await seated(work, seat);
  const changed = await take(sitting, operator);
  await save(sitting);
  return changed;
}

/** The messages behind one; all that are looked at where it is none of them, as what was said before it is old. */
const newerThan = ({ talk }: Sitting, after: string): string[] =>
  talk.slice(talk.findIndex(({ id }) => id === after) + 1).map(({ id }) => id);

/** What a person writes. */
interface Words {
  text: string;
  /** The newest message that is known; what is newer has to be read first. */
  after?: string | null;
  /** Not before then; at once if not given. */
  sendAt?: Date | null;
}

/**
 * Writes to the lead or visitor as a person, who thereby has the conversation, at once also where it is said later.
 * Answers why it can't be written.
 */
export async function writeAsPerson(
  work: Work,
  seat: Seat,
  { text, after = null, sendAt = null, ...operator }: Operator & Words,
): Promise<{ outcome: 'written'; id: string } | { outcome: 'moved_on'; newer: string[] } | RefusedMessage> {
  const sitting = await seated(work, seat);
  const newer = after === null ? [] : newerThan(sitting, after);
  if (newer.length > 0) return { outcome: 'moved_on', newer };
  reopen(sitting, operator.origin);
  await take(sitting, operator);
  const message = { role: 'agent', author: operator.by };
  const isLater = sendAt !== null && sendAt > work.now;
  let id: string;
  if (seat.channel === 'chat' && isLater) {
    ({ id } = await planMessage(sitting, { text, sendAt, ...operator }));
  } else if (seat.channel === 'chat') {
    ({ id } = addMessage(sitting, { ...message, text }));
    tell(sitting, 'message.sent', { message_id: id }, operator.origin);
  } else {
    const occasion = `conversation/${seat.id}/${sitting.seat.next_seq}`;
    const queued = await queueReply(sitting, { occasion, text, automatic: false, sendAt, origin: operator.origin });
    if (queued.outcome === 'refused') return queued;
    const shown = { text, message_status: queued.message.status };
    ({ id } = addMessage(sitting, { ...message, message_id: queued.message.id }, shown));
  }
  // Until it is said somebody waits for it.
  if (!isLater) change(sitting, { owed: false, awaited_since: null, last_outbound_at: work.now });
  await save(sitting);
  // Whoever was promised a person elsewhere has met one here.
  if (!isLater && seat.lead_id !== null) await settlePromises(work.tx, seat.lead_id, work.now);
  return { outcome: 'written', id };
}

/** Shows in the conversation what a person has sent outside of this service, and who thereby has the conversation. */
export async function noteWrittenElsewhere(
  work: Work,
  seat: Seat,
  { messageId, text, ...operator }: Operator & { messageId: string; text: string },
): Promise<void> {
  const sitting = await sit(work, seat);
  if (!sitting) return;
  await take(sitting, operator);
  addMessage(sitting, { role: 'agent', author: operator.by, message_id: messageId }, { text, message_status: 'sent' });
  change(sitting, { owed: false, awaited_since: null, last_outbound_at: work.now });
  await save(sitting);
}

/**
 * Gives the conversation back to the agent. What came in meanwhile and nobody has answered is answered now, unless it is
 * not to be. The cadence goes on once nobody has written for as long as the agent says. Answers whether a person had it.
 */
export async function giveBack(
  work: Work,
  seat: Seat,
  { origin, answerUnanswered }: { origin: EventOrigin; answerUnanswered: boolean | null },
): Promise<boolean> {
  const sitting = await seated(work, seat);
  const { definition, run } = sitting;
  if (sitting.seat.handler !== 'person') return false;
  if (run?.open_slot === 1 && run.human_takeover) {
    await resumeRun(work, run, definition, { resumeCadence: false, policy: 'shift', origin });
    const until = new Date(work.now.getTime() + definition.ai.resume_cadence_after_minutes * MINUTE_MS);
    await updateRun(work.tx, run.id, { paused_by: 'rule', auto_resume_at: until, hold_until: until, wake_at: until });
  }
  change(sitting, { ...GIVEN_BACK, due_at: null });
  const answers = sitting.seat.owed && (answerUnanswered ?? definition.handoff.answer_unanswered);
  if (answers && seat.channel === 'chat' && !usesModel(definition)) await answer(sitting, 'given_back');
  else if (answers) {
    change(sitting, { due_at: work.now });
    await wakeConversation(work, seat, 'given back');
  } else change(sitting, { owed: false });
  await save(sitting);
  return true;
}

/** Closes the conversation. Answers whether it was open. */
export async function close(work: Work, seat: Seat, { by, origin }: Operator): Promise<boolean> {
  const sitting = await seated(work, seat);
  if (sitting.seat.status === 'closed') return false;
  if (waits(sitting)) beSilent(sitting, 'closed');
  await cancelReplies(work, seat);
  closeConversation(sitting, 'person', origin);
  change(sitting, { taken_by: by });
  await save(sitting);
  return true;
}

/** Opens a closed conversation again where it stood. Answers whether it was closed. */
export async function openAgain(work: Work, seat: Seat, { origin }: Operator): Promise<boolean> {
  const sitting = await seated(work, seat);
  if (sitting.seat.status === 'open') return false;
  openWhereItStood(sitting, origin);
  await save(sitting);
  return true;
}

async function seated(work: Work, seat: Seat): Promise<Sitting> {
  const sitting = await sit(work, seat);
  if (!sitting) throw new Error('A conversation’s agent is gone.');
  return sitting;
}
