import { mayMeanMeeting, optOutIntent } from '../leads/opt-out.js';
import { hasPaymentData } from '../values/payment-data.js';
import { foldWords } from '../values/text.js';
import { wantsChange } from './about-meeting.js';
import { chosenSlot } from './choose-slot.js';
import { canonical, fieldsAndColumns } from './fields.js';
import { cannotBeName, NAME_KEYS } from './read-name.js';
import { mayUse } from './settings.js';
import { type Input, MEETING_LINK, type Refusal, type ToolCall, type TurnInput } from './turn-input.js';
import { isCorrection } from './words.js';

/** The verdict of the gate on a call: accepted, with the values it derived, or refused, with the reason. */
export type Verdict =
  | { ok: true; value?: unknown; confidence?: number; corrected?: boolean }
  | { ok: false; refusal: Refusal };

const refuse = (code: string, message: string): Verdict => ({ ok: false, refusal: { code, message } });
const OK: Verdict = { ok: true };

/** A value may be this much less certain than the one it replaces. */
const TOLERANCE = 0.05;
/** The highest confidence of a value that the lead didn't say. */
const UNSAID_CONFIDENCE = 0.5;
const MIN_FOLLOW_UP_MS = 3_600_000;
const MAX_FOLLOW_UP_MS = 90 * 86_400_000;

/** The input that holds the words a call goes by. */
const sourceOf = (
  evidence: string,
  { inputs, overheard, heard }: Pick<TurnInput, 'inputs' | 'overheard' | 'heard'>,
): Input | undefined =>
  [...[...heard, ...overheard].filter(({ verified }) => verified), ...inputs].findLast(({ text }) => {
    const words = foldWords(evidence);
    return words === '' ? evidence !== '' && text.includes(evidence) : ` ${foldWords(text)} `.includes(` ${words} `);
  });

/** The digits of a text in whatever script, as ASCII. */
const digitsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/\D/g, '');
/** So many last digits tell a phone number from another. */
const COMPARED_DIGITS = 7;

/** Returns whether an address was said as it is to be kept: words alone that were said would let any address pass. */
function containsAddress(type: string, value: unknown, { text }: Input): boolean {
  const plain = String(value);
  if (type === 'email') return text.normalize('NFKC').toLowerCase().includes(plain);
  return digitsOf(text).includes(digitsOf(plain).slice(-COMPARED_DIGITS));
}

function captureVerdict(call: Extract<ToolCall, { tool: 'capture_field' }>, turnInput: TurnInput): Verdict {
  const field = fieldsAndColumns(turnInput.agent.fields).find(({ key }) => key === call.key);
  if (!field) return refuse('UNKNOWN_FIELD', `The agent has no field ${call.key}.`);
  const value = canonical(field, call.value, turnInput.country);
  if (value === undefined) return refuse('BAD_ARGUMENTS', `The value is not a valid ${field.type}.`);
  if (typeof value === 'string' && hasPaymentData(value)) {
    return refuse('PAYMENT_DATA', 'Card and account numbers are not stored.');
  }
  if (NAME_KEYS.includes(call.key) && cannotBeName(String(value))) {
    return refuse('NOT_A_NAME', 'The value is not a name. Ask again, or continue without it.');
  }
  const source = sourceOf(call.evidence, turnInput);
  const isAddress = field.type === 'email' || field.type === 'phone';
  if (isAddress && !(source && containsAddress(field.type, value, source))) {
    return refuse('NO_EVIDENCE', 'The lead has not given this value in this conversation.');
  }
  const isSaid = source !== undefined && (field.type !== 'text' || sourceOf(String(value), turnInput) !== undefined);
  const confidence = isSaid ? call.confidence : Math.min(call.confidence, UNSAID_CONFIDENCE);
  const corrected = source !== undefined && isCorrection(source.text);
  const known = turnInput.known[call.key];
  if (known?.value === value) return refuse('UNCHANGED', 'The value is already known.');
  if (known && !corrected) {
    if (known.setBy !== 'agent')
      return refuse('PROTECTED', 'The value was not set by an agent, and the lead did not correct it.');
    if (confidence < known.confidence - TOLERANCE) return refuse('LESS_CERTAIN', 'The known value is more certain.');
  }
  return { ok: true, value, confidence, corrected };
}

function followUpVerdict(at: string, { now }: TurnInput): Verdict {
  const ahead = Date.parse(at) - now;
  return ahead >= MIN_FOLLOW_UP_MS && ahead <= MAX_FOLLOW_UP_MS
    ? OK
    : refuse('INVALID_TIME', 'A follow-up must be due in one hour to ninety days.');
}

const MAX_QUERY = 200;

const searchVerdict = (query: string): Verdict =>
  query.trim() !== '' && query.length <= MAX_QUERY
    ? OK
    : refuse('INVALID_QUERY', `The query must have 1 to ${MAX_QUERY} characters.`);

const NEEDS_YES =
  'The lead has not clearly selected this slot. Name its day and time, ask whether to book it, and book it after the lead says yes.';

function bookingVerdict(slotId: string, turnInput: TurnInput): Verdict {
  const justOffered = turnInput.done.some(({ offers = [] }) => offers.some((offer) => offer.slotId === slotId));
  if (!justOffered && !turnInput.offers.some((offer) => offer.slotId === slotId)) {
    return refuse('UNKNOWN_SLOT', 'The slot was not offered in this conversation, or its offer has expired.');
  }
  if (chosenSlot(turnInput)?.slotId !== slotId) return refuse('NEEDS_YES', NEEDS_YES);
  if (!turnInput.isLead) return refuse('NO_LEAD', 'The lead has no known address. Ask for it before you book.');
  return turnInput.done.some(({ call, refused }) => call.tool === 'book_meeting' && !refused)
    ? refuse('ONCE', 'A turn can book only one meeting.')
    : OK;
}

function linkVerdict(key: string, { agent: { ai }, meetingUrl }: TurnInput): Verdict {
  const isKnown = ai.links.some((link) => link.key === key) || (key === MEETING_LINK && meetingUrl !== null);
  return isKnown ? OK : refuse('UNKNOWN_LINK', 'The agent has no such link.');
}

const MEANS_MEETING =
  'The lead means its meeting, not messages. Send the link of the meeting, or ask which of the two the lead means.';

/** Refuses an opt-out for words about the lead's meeting, unless a stop word was said as well. */
function optOutVerdict(turnInput: TurnInput): Verdict {
  const said = turnInput.inputs.map(({ text }) => text);
  const isClear = said.some((text) => optOutIntent(text) === 'opt_out' && !mayMeanMeeting(text));
  return wantsChange(turnInput) && !isClear ? refuse('MEANS_MEETING', MEANS_MEETING) : OK;
}

/**
 * Decides whether a call may be done: what the agent isn't given is refused, whatever asks for it. Nothing a lead,
 * page or document says can widen this.
 */
export function gate(call: ToolCall, turnInput: TurnInput): Verdict {
  const { ai } = turnInput.agent;
  if (!mayUse(ai, call.tool)) return refuse('NOT_ALLOWED', `The agent is not allowed to use ${call.tool}.`);
  if (call.tool !== 'request_human' && turnInput.inputs.some(({ verified }) => !verified)) {
    return refuse('NOT_VERIFIED', 'The message is not verified as written by the lead.');
  }
  switch (call.tool) {
    case 'capture_field':
      return captureVerdict(call, turnInput);
    case 'set_status':
      return [...ai.statuses, ai.on_complete.set_status].includes(call.status_key)
        ? OK
        : refuse('UNKNOWN_STATUS', 'The agent is not allowed to set this status.');
    case 'add_tag':
      return [...ai.tags, ai.on_complete.add_tag].includes(call.tag)
        ? OK
        : refuse('UNKNOWN_TAG', 'The agent is not allowed to add this tag.');
    case 'search_knowledge':
      return searchVerdict(call.query);
    case 'get_availability':
      return ai.meeting_type === null ? refuse('NO_MEETING_TYPE', 'The agent offers no meetings.') : OK;
    case 'book_meeting':
      return bookingVerdict(call.slot_id, turnInput);
    case 'send_link':
      return linkVerdict(call.key, turnInput);
    case 'schedule_followup':
      return followUpVerdict(call.at, turnInput);
    case 'opt_out_lead':
      return optOutVerdict(turnInput);
    case 'request_human':
    case 'end_conversation':
      return OK;
  }
}
