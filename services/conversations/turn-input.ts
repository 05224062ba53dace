import { fromJson } from '../../db/connection.js';
import type { TranscriptRow } from '../../db/conversations/messages.js';
import type { OfferedSlotRow } from '../../db/tables.js';
import { isColumn } from '../../domain/agent/fields.js';
import { detectLanguage } from '../../domain/agent/language.js';
import { timeInWords } from '../../domain/agent/scripted-reply.js';
import {
  type Cause,
  type Input,
  type KnownValue,
  type Memory,
  NO_MEMORY,
  type Offer,
  type TurnInput,
} from '../../domain/agent/turn-input.js';
import { leadZone } from '../../domain/leads/lead-zone.js';
import { isOpen, nextOpen, windowZone } from '../../domain/time/windows.js';
import { phoneCountry } from '../../domain/values/phone.js';
import { cut } from '../../domain/values/text.js';
import { LANGUAGES, type Language } from '../../schemas/agents/talking.js';
import type { Window } from '../../schemas/cadence/cadence.js';
import type { Choice, ConversationChannel } from '../../schemas/conversations/messages.js';
import type { HandoffReason } from '../../schemas/conversations/turns.js';
import { type ConversationSession, isVisible } from './session.js';

/** The maximum length of a message for an agent, in characters. */
const MOST_GIVEN = 20_000;

const toInput = (row: TranscriptRow): Input => ({
  seq: row.seq,
  text: cut(row.text ?? '', MOST_GIVEN),
  choice: fromJson<Choice | null>(row.choice),
  verified: row.verified,
});

/** Returns the messages that the agent hasn't read: replies of people, and inputs to answer. */
function unheard(
  { transcript, conversation }: ConversationSession,
  through: number,
): Pick<TurnInput, 'inputs' | 'overheard'> {
  const transcriptEntries = transcript.filter(
    ({ role, seq }) => role === 'user' && seq > conversation.heard_through && seq <= through,
  );
  const answered = transcript.findLast((row) => row.role === 'agent' && row.seq <= through && isVisible(row))?.seq ?? 0;
  return {
    inputs: transcriptEntries.filter(({ seq }) => seq > answered).map(toInput),
    overheard: transcriptEntries.filter(({ seq }) => seq < answered).map(toInput),
  };
}

/** Returns the messages that the agent has already read. */
const processedInputs = ({ transcript, conversation }: ConversationSession): Input[] =>
  transcript.filter(({ role, seq }) => role === 'user' && seq <= conversation.heard_through).map(toInput);

/** Returns what the agent remembers; what a version before kept less of is filled in. */
export const memoryOf = ({ conversation }: Pick<ConversationSession, 'conversation'>): Memory => ({
  ...NO_MEMORY,
  ...fromJson<Partial<Memory>>(conversation.memory),
});

/** Returns the time zone for times in messages: the lead's, else the agent's. */
export const zoneOf = ({ snapshot, definition }: Pick<ConversationSession, 'snapshot' | 'definition'>): string =>
  snapshot ? leadZone(snapshot.lead, definition.timezone) : definition.timezone;

/** Returns an offered time as a turn input has it. */
export const toOffer = (row: OfferedSlotRow, spokenIn: { zone: string; language: Language }): Offer => ({
  slotId: row.slot_id,
  label: timeInWords(row.starts_at.getTime(), spokenIn),
  hostName: row.host_name,
  from: row.starts_at.getTime(),
  to: row.ends_at.getTime(),
  until: row.expires_at.getTime(),
});

/** Returns the times on offer, in the words of the conversation's language. */
export const offersInWords = (session: ConversationSession): Offer[] =>
  session.offers.map((row) =>
    toOffer(row, { zone: zoneOf(session), language: session.conversation.language as Language }),
  );

/**
 * Returns the known data of the lead: variables with their source, and columns. A column that differs from its variable
 * was changed by a user and takes precedence.
 */
function knownOf(session: ConversationSession): Record<string, KnownValue> {
  const { snapshot } = session;
  const transcriptEntries = memoryOf(session).values;
  if (!snapshot) return transcriptEntries;
  const variables = Object.entries(snapshot.variables).map(([key, { value, confidence }]): [string, KnownValue] => [
    key,
    { value, confidence, setBy: snapshot.setBy[key] ?? null },
  ]);
  const known = { ...transcriptEntries, ...Object.fromEntries(variables) };
  for (const [key, value] of Object.entries(snapshot.lead)) {
    if (!isColumn(key) || value === null || known[key]?.value === value) continue;
    if (key === 'first_name' && isPlaceholder(String(value))) continue;
    known[key] = { value, confidence: 1, setBy: 'api' };
  }
  return known;
}

/** The first name of a visitor who has told none. */
export const UNNAMED = 'Visitor';

/** Returns whether a first name is a placeholder. A person who writes first may be known only by a number. */
const isPlaceholder = (name: string): boolean => name === UNNAMED || !/\p{L}/u.test(name);

/** Returns when people are back (ISO); null while they are there. */
export function opensAt({ definition, snapshot, work }: ConversationSession): string | null {
  const { hours } = definition.ai;
  if (!hours) return null;
  const { outside: _outside, timezone = 'workflow', ...open } = hours;
  const window = { ...open, timezone } as Window;
  const zones = {
    timezone: snapshot ? leadZone(snapshot.lead, definition.timezone) : definition.timezone,
    agentTimezone: definition.timezone,
  };
  const zone = windowZone(window, zones);
  const at = work.now.getTime();
  return isOpen(window, zone, at) ? null : nextOpen(window, zone, at).opensAt;
}

function mustHandOver({ definition: { ai }, run }: ConversationSession, isClosed: boolean): HandoffReason | null {
  if (isClosed && ai.hours?.outside === 'handoff') return 'closed';
  return run && run.open_slot !== 1 && ai.after_run === 'handoff' ? 'run_ended' : null;
}

const MEETS = ['scheduled', 'confirmed'];

/** Returns the lead's next meeting. */
const nextMeeting = ({ snapshot, work }: ConversationSession) =>
  (snapshot?.meetings ?? [])
    .filter(({ status, starts_at }) => MEETS.includes(status) && starts_at > work.now)
    .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime())[0];

/** Returns what the agent remembers; a yes to a person of ours is none to a time that the agent asked about before. */
function memoryAt(session: ConversationSession, [first]: readonly Input[]): Memory {
  const memory = memoryOf(session);
  const last = session.transcript.findLast(
    (row) => (row.role === 'bot' || row.role === 'agent') && isVisible(row) && (!first || row.seq < first.seq),
  );
  return last?.role === 'agent' ? { ...memory, proposed: null } : memory;
}

/**
 * Returns the input of a turn: all that the agent sees, as the locked rows have it, with what was said up to a
 * place, or to the end.
 */
export function turnInputOf(session: ConversationSession, cause: Cause, through = Number.MAX_SAFE_INTEGER): TurnInput {
  const { conversation, definition, snapshot, work, transcript } = session;
  const { inputs, overheard } = unheard(session, through);
  const { default: first = 'en', allowed = LANGUAGES } = definition.ai.languages;
  const spoken = allowed.includes(conversation.language as Language) ? (conversation.language as Language) : first;
  const language = detectLanguage(
    [...overheard, ...inputs].map(({ text }) => text),
    spoken,
    allowed,
  );
  const zone = zoneOf(session);
  const closedUntil = opensAt(session);
  const meeting = nextMeeting(session);
  const phone = snapshot?.lead.phone ? phoneCountry(snapshot.lead.phone) : undefined;
  return {
    now: work.now.getTime(),
    cause,
    channel: conversation.channel as ConversationChannel,
    language,
    agent: definition,
    zone,
    country: snapshot?.lead.country ?? phone ?? conversation.account_country,
    known: knownOf(session),
    inputs,
    overheard,
    heard: processedInputs(session),
    memory: memoryAt(session, inputs),
    offers: session.offers.map((row) => toOffer(row, { zone, language })),
    isLead: conversation.lead_id !== null,
    hasMeeting: meeting !== undefined,
    meetingAt: meeting?.starts_at.getTime() ?? null,
    meetingUrl: (meeting && work.meetingUrl?.(conversation.account_id, meeting.id)) ?? null,
    isFirst: !transcript.some((row) => row.role === 'bot' && isVisible(row)),
    opensAt: closedUntil,
    handOver: mustHandOver(session, closedUntil !== null),
    done: [],
  };
}
