import { hasPaymentData } from '../values/payment-data.js';
import { foldWords } from '../values/text.js';
import { chosenSlot } from './choose-slot.js';
import { canonical, fieldsAndColumns } from './fields.js';
import { isNoName, NAME_KEYS } from './read-name.js';
import type { Input, Refusal, Scene, ToolCall } from './scene.js';
import { mayUse } from './settings.js';
import { isCorrection } from './words.js';

/** What the gate says of a call: go on, with what was found out on the way, or why not. */
export type Verdict =
  | { ok: true; value?: unknown; confidence?: number; corrected?: boolean }
  | { ok: false; refusal: Refusal };

const refuse = (code: string, message: string): Verdict => ({ ok: false, refusal: { code, message } });
const OK: Verdict = { ok: true };

/** A value may be this much less certain than the one it replaces. */
const TOLERANCE = 0.05;
/** What nobody said is never more certain than this. */
const UNSAID = 0.5;
const MIN_FOLLOW_UP_MS = 3_600_000;
const MAX_FOLLOW_UP_MS = 90 * 86_400_000;

/** The input that holds the words a call goes by. */
const sourceOf = (
  evidence: string,
  { inputs, overheard, heard }: Pick<Scene, 'inputs' | 'overheard' | 'heard'>,
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
const TELLING_DIGITS = 7;

/** Whether an address was said as it is to be kept: words alone that were said would let any address pass. */
function saysAddress(type: string, value: unknown, { text }: Input): boolean {
  const plain = String(value);
  if (type === 'email') return text.normalize('NFKC').toLowerCase().includes(plain);
  return digitsOf(text).includes(digitsOf(plain).slice(-TELLING_DIGITS));
}

function captureVerdict(call: Extract<ToolCall, { tool: 'capture_field' }>, scene: Scene): Verdict {
  const field = fieldsAndColumns(scene.agent.fields).find(({ key }) => key === call.key);
  if (!field) return refuse('UNKNOWN_FIELD', `The agent has no field ${call.key}.`);
  const value = canonical(field, call.value, scene.country);
  if (value === undefined) return refuse('BAD_ARGUMENTS', `The value is no ${field.type}.`);
  if (typeof value === 'string' && hasPaymentData(value)) {
    return refuse('PAYMENT_DATA', 'Card and account numbers are not kept.');
  }
  if (NAME_KEYS.includes(call.key) && isNoName(String(value))) {
    return refuse('NOT_A_NAME', 'The value is not a name. Ask again, or continue without it.');
  }
  const source = sourceOf(call.evidence, scene);
  const isAddress = field.type === 'email' || field.type === 'phone';
  if (isAddress && !(source && saysAddress(field.type, value, source))) {
    return refuse('NO_EVIDENCE', 'The lead has not said so in this conversation.');
  }
  const isSaid = source !== undefined && (field.type !== 'text' || sourceOf(String(value), scene) !== undefined);
  const confidence = isSaid ? call.confidence : Math.min(call.confidence, UNSAID);
  const corrected = source !== undefined && isCorrection(source.text);
  const known = scene.known[call.key];
  if (known?.value === value) return refuse('UNCHANGED', 'It is known already.');
  if (known && !corrected) {
    if (known.setBy !== 'agent')
      return refuse('PROTECTED', 'It was not set by an agent, and the lead did not correct it.');
    if (confidence < known.confidence - TOLERANCE) return refuse('LESS_CERTAIN', 'What is known is more certain.');
  }
  return { ok: true, value, confidence, corrected };
}

function followUpVerdict(at: string, { now }: Scene): Verdict {
  const ahead = Date.parse(at) - now;
  return ahead >= MIN_FOLLOW_UP_MS && ahead <= MAX_FOLLOW_UP_MS
    ? OK
    : refuse('INVALID_TIME', 'A follow-up is due in one hour to ninety days.');
}

const MAX_QUERY = 200;

const searchVerdict = (query: string): Verdict =>
  query.trim() !== '' && query.length <= MAX_QUERY
    ? OK
    : refuse('INVALID_QUERY', `A question to the documents has 1 to ${MAX_QUERY} characters.`);

const ASK =
  'The lead has not clearly chosen this slot. Name its day and time, ask whether to book it, and book it once they say yes.';

function bookingVerdict(slotId: string, scene: Scene): Verdict {
  const justOffered = scene.done.some(({ offers = [] }) => offers.some((offer) => offer.slotId === slotId));
  if (!justOffered && !scene.offers.some((offer) => offer.slotId === slotId)) {
    return refuse('UNKNOWN_SLOT', 'The slot was not offered here, or its offer has run out.');
  }
  if (chosenSlot(scene)?.slotId !== slotId) return refuse('NEEDS_YES', ASK);
  if (!scene.isLead) return refuse('NO_LEAD', 'Nobody is booked whose address is not known: ask for it.');
  return scene.done.some(({ call, refused }) => call.tool === 'book_meeting' && !refused)
    ? refuse('ONCE', 'A turn books one meeting.')
    : OK;
}

/**
 * Decides whether a call may be done: what the agent isn't given is refused, whatever asks for it. Nothing a lead,
 * page or document says can widen this.
 */
export function gate(call: ToolCall, scene: Scene): Verdict {
  const { ai } = scene.agent;
  if (!mayUse(ai, call.tool)) return refuse('NOT_ALLOWED', `The agent may not use ${call.tool}.`);
  if (call.tool !== 'request_human' && scene.inputs.some(({ verified }) => !verified)) {
    return refuse('NOT_VERIFIED', 'Somebody else than the lead wrote.');
  }
  switch (call.tool) {
    case 'capture_field':
      return captureVerdict(call, scene);
    case 'set_status':
      return [...ai.statuses, ai.on_complete.set_status].includes(call.status_key)
        ? OK
        : refuse('UNKNOWN_STATUS', 'The agent may not set this status.');
    case 'add_tag':
      return [...ai.tags, ai.on_complete.add_tag].includes(call.tag)
        ? OK
        : refuse('UNKNOWN_TAG', 'The agent may not add this tag.');
    case 'search_knowledge':
      return searchVerdict(call.query);
    case 'get_availability':
      return ai.meeting_type === null ? refuse('NO_MEETING_TYPE', 'The agent offers no meetings.') : OK;
    case 'book_meeting':
      return bookingVerdict(call.slot_id, scene);
    case 'send_link':
      return ai.links.some(({ key }) => key === call.key) ? OK : refuse('UNKNOWN_LINK', 'The agent has no such link.');
    case 'schedule_followup':
      return followUpVerdict(call.at, scene);
    case 'request_human':
    case 'opt_out_lead':
    case 'end_conversation':
      return OK;
  }
}
