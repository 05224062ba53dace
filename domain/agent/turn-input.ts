import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Language } from '../../schemas/agents/talking.js';
import type { Choice, ConversationChannel, MessageAction } from '../../schemas/conversations/messages.js';
import type { HandoffReason } from '../../schemas/conversations/turns.js';
import { cut } from '../values/text.js';

/** A message of the lead or visitor, or a selected option of an offer. */
export interface Input {
  seq: number;
  text: string;
  choice: Choice | null;
  /** False where it came from another address than the lead's. */
  verified: boolean;
}

/** A value that is known of the lead: of a field, or of a column by its name. */
export interface KnownValue {
  value: unknown;
  confidence: number;
  /** The source of the value: `agent`, or a source that the agent doesn't overrule. Null if unknown. */
  setBy: string | null;
}

/** A time that was offered and can still be picked. */
export interface Offer {
  slotId: string;
  label: string;
  hostName: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  /** The time when the offer expires. */
  until: number;
}

/** The times that a lead asks for, in the zone of the turn. An absent field isn't restricted. */
export interface Wish {
  /** ISO dates. */
  days?: readonly string[];
  notDays?: readonly string[];
  /** Minutes since midnight, the last one not included. */
  times?: readonly { from: number; to: number }[];
  /** Starts that were offered and refused, in milliseconds since 1970. */
  not?: readonly number[];
}

/** The time in which an offered slot can be chosen. */
export const OFFER_MS = 1_800_000;

/** The memory of the scripted agent between turns. */
export interface Memory {
  /** The field that was asked for last. */
  asked: string | null;
  /** The number of consecutive replies that didn't answer it. */
  misses: number;
  /** The number of consecutive questions of the lead without an answer. */
  unanswered: number;
  /** True if a person was offered with the last reply: a yes means that. */
  personOffered: boolean;
  /** The slots that the last reply showed, in their order: `the second one` means one of these. */
  shown: readonly string[];
  /** The slot that the last reply asked about: a yes takes it. */
  proposed: string | null;
  /** The starts that were offered and refused. */
  refused: readonly number[];
  /** The number of consecutive offers of times without a choice. */
  offered: number;
  /** True if everything was known and what follows from that is done. */
  completed: boolean;
  /**
   * True if the lead was shown the page of its meeting after it asked to change it: if it asks again, it gets a person.
   */
  linked: boolean;
  /** The known values of a visitor without a lead, by field. */
  values: Record<string, KnownValue>;
}

export const NO_MEMORY: Memory = {
  asked: null,
  misses: 0,
  unanswered: 0,
  personOffered: false,
  completed: false,
  values: {},
  shown: [],
  proposed: null,
  refused: [],
  offered: 0,
  linked: false,
};

/** The key under which `send_link` names the page of the lead's meeting. */
export const MEETING_LINK = 'change_meeting';

/** A part of a document that was found for a question. */
export interface Source {
  /** Its number in the turn, by which an answer cites it. */
  n: number;
  documentId: string;
  chunkId: string;
  title: string;
  heading: string | null;
  page: number | null;
  url: string | null;
  text: string;
  /** The share of the question that it contains, 0 to 1. */
  score: number;
}

/** A call that an agent requests. It has no effect before the gate accepts it. */
export type ToolCall =
  | { tool: 'capture_field'; key: string; value: unknown; confidence: number; evidence: string }
  | { tool: 'set_status'; status_key: string; reason: string }
  | { tool: 'add_tag'; tag: string }
  | { tool: 'search_knowledge'; query: string }
  | { tool: 'get_availability'; wish?: Wish }
  | { tool: 'book_meeting'; slot_id: string }
  | { tool: 'send_link'; key: string }
  | { tool: 'request_human'; reason: HandoffReason; summary?: string }
  | { tool: 'schedule_followup'; at: string }
  | { tool: 'opt_out_lead' }
  | { tool: 'end_conversation'; reason: string };

/** The reason why a call came to nothing, by a code and in words for operators. */
export interface Refusal {
  code: string;
  message: string;
}

/** A call with what came of it. */
export interface CallResult {
  call: ToolCall;
  refused: Refusal | null;
  /** Of a field: what it is now, in its canonical form, and whether the lead corrected it. */
  value?: unknown;
  corrected?: boolean;
  /** Times that were found or are left, where the call was about them. */
  offers?: readonly Offer[];
  /** The parts of documents that were found, best first. */
  sources?: readonly Source[];
}

/** The cause of a turn: an input, a handback by a person, or an agreed time. */
export type Cause = 'input' | 'given_back' | 'follow_up';

/** Everything an agent sees when it takes a step: plain data, no clock, no database. */
export interface TurnInput {
  now: number;
  cause: Cause;
  channel: ConversationChannel;
  language: Language;
  agent: Pick<AgentDefinition, 'name' | 'fields' | 'ai' | 'handoff'>;
  /** The time zone of all times in the conversation. */
  zone: string;
  /** In which national phone numbers are read (two letters). */
  country: string | null;
  known: Readonly<Record<string, KnownValue>>;
  /** The inputs that neither the agent has read nor a person has answered, oldest first. */
  inputs: readonly Input[];
  /** Inputs that a person has answered and the agent hasn't read. It may learn from them, but owes no answer. */
  overheard: readonly Input[];
  /** Earlier inputs of this conversation that the agent has read, as far as they are loaded. */
  heard: readonly Input[];
  memory: Memory;
  offers: readonly Offer[];
  /** True if the visitor is a lead. Only leads can book. */
  isLead: boolean;
  /** True if a meeting of the lead is still to take place. */
  hasMeeting: boolean;
  /** The time when the next one begins; null where there is none, or where it was only booked in this turn. */
  meetingAt: number | null;
  /** The page on which the lead changes that meeting; null where its address isn't known. */
  meetingUrl: string | null;
  /** True if the agent has said nothing yet. */
  isFirst: boolean;
  /** The time when people are back (ISO); null while they are there, or where no hours are set. */
  opensAt: string | null;
  /** The reason why the lead is given to a person whatever it says; null where nothing asks for it. */
  handOver: HandoffReason | null;
  /** The calls of this turn so far. */
  done: readonly CallResult[];
}

/** The length of a message that rules read, in characters. The intent of a message is at its beginning. */
const MAX_CHARS_FOR_RULES = 2_000;

const shortened = (inputs: readonly Input[]): Input[] =>
  inputs.map((input) => ({ ...input, text: cut(input.text, MAX_CHARS_FOR_RULES) }));

/** Returns the turn input as rules read it, with only the beginning of each message. */
export const forRules = (turnInput: TurnInput): TurnInput => ({
  ...turnInput,
  inputs: shortened(turnInput.inputs),
  overheard: shortened(turnInput.overheard),
});

/** The agent's next action: calls whose results it receives, or the reply that ends the turn. */
export type Step =
  | { kind: 'tools'; calls: readonly ToolCall[] }
  | {
      kind: 'reply';
      text: string;
      actions: readonly MessageAction[];
      memory: Memory;
      confidence: number;
    };

/** Returns what an agent does next; the one place where a turn is decided. */
export type Respond = (turnInput: TurnInput) => Step | Promise<Step>;
