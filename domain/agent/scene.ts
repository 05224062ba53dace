import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Language } from '../../schemas/agents/talking.js';
import type { Choice, ConversationChannel, MessageAction } from '../../schemas/conversations/messages.js';
import type { HandoffReason } from '../../schemas/conversations/turns.js';
import { cut } from '../values/text.js';

/** What the lead or visitor said, or picked of an offer. */
export interface Input {
  seq: number;
  text: string;
  choice: Choice | null;
  /** False where it came from another address than the lead's. */
  verified: boolean;
}

/** A value that is known of the lead: of a field, or of a column by its name. */
export interface Known {
  value: unknown;
  confidence: number;
  /** What set it: `agent`, or what the agent doesn't overrule; null where nobody knows. */
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
  /** When the offer expires. */
  until: number;
}

/** Which times a lead asks for, in the zone of the scene; what isn't given is open. */
export interface Wish {
  /** ISO dates. */
  days?: readonly string[];
  notDays?: readonly string[];
  /** Minutes since midnight, the last one not included. */
  times?: readonly { from: number; to: number }[];
  /** Starts that were offered and refused, in milliseconds since 1970. */
  not?: readonly number[];
}

/** How long an offered time can be picked. */
export const OFFER_MS = 1_800_000;

/** What the scripted agent keeps from one turn to the next. */
export interface Memory {
  /** The field that was asked for last. */
  asked: string | null;
  /** How often in a row the answer to it was none. */
  misses: number;
  /** How many questions of the lead in a row had no answer. */
  unanswered: number;
  /** Whether a person was offered with the last reply: a yes means that. */
  personOffered: boolean;
  /** The slots that the last reply showed, in their order: `the second one` means one of these. */
  shown: readonly string[];
  /** The slot that the last reply asked about: a yes takes it. */
  proposed: string | null;
  /** The starts that were offered and refused. */
  refused: readonly number[];
  /** How often in a row times were offered and none was taken. */
  offered: number;
  /** Whether everything was known and what follows from that is done. */
  completed: boolean;
  /** What is known of a visitor who is no lead yet, by field. */
  values: Record<string, Known>;
}

export const NO_MEMORY: Memory = {
  ...{ asked: null, misses: 0, unanswered: 0, personOffered: false, completed: false, values: {} },
  ...{ shown: [], proposed: null, refused: [], offered: 0 },
};

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
  /** How much of the question it holds, 0 to 1. */
  score: number;
}

/** What an agent asks to be done. Nothing of it happens before the gate lets it through. */
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

/** Why a call came to nothing, by a code and in words for operators. */
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
  /** What was found in documents, the best first. */
  sources?: readonly Source[];
}

/** What a turn came of: something that was said, a person who gave the lead back, or a time that was agreed on. */
export type Cause = 'input' | 'given_back' | 'follow_up';

/** Everything an agent sees when it takes a step: plain data, no clock, no database. */
export interface Scene {
  now: number;
  cause: Cause;
  channel: ConversationChannel;
  language: Language;
  agent: Pick<AgentDefinition, 'name' | 'fields' | 'ai' | 'handoff'>;
  /** The zone that times are told in. */
  zone: string;
  /** In which national phone numbers are read (two letters). */
  country: string | null;
  known: Readonly<Record<string, Known>>;
  /** What the agent has not read yet and nobody has answered, oldest first. */
  inputs: readonly Input[];
  /** What it has not read yet and a person has answered: something may be learned of it, nothing is left to do. */
  overheard: readonly Input[];
  /** What it has read before in this conversation, as far as that is looked at. */
  heard: readonly Input[];
  memory: Memory;
  offers: readonly Offer[];
  /** Whether whoever writes is a lead already: only leads can be booked. */
  isLead: boolean;
  /** Whether a meeting of the lead is still to take place. */
  hasMeeting: boolean;
  /** When the next one begins; null where there is none, or where it was only booked in this turn. */
  meetingAt: number | null;
  /** Whether the agent has said nothing yet. */
  isFirst: boolean;
  /** When people are back (ISO); null while they are there, or where no hours are set. */
  opensAt: string | null;
  /** Why the lead is given to a person whatever it says; null where nothing asks for it. */
  handOver: HandoffReason | null;
  /** The calls of this turn so far. */
  done: readonly CallResult[];
}

/** How much of one message rules read, in characters: what a message wants is said at its beginning. */
const MOST_READ_BY_RULES = 2_000;

const shortened = (inputs: readonly Input[]): Input[] =>
  inputs.map((input) => ({ ...input, text: cut(input.text, MOST_READ_BY_RULES) }));

/** Returns a scene as rules read it: with the beginning of every message. */
export const forRules = (scene: Scene): Scene => ({
  ...scene,
  inputs: shortened(scene.inputs),
  overheard: shortened(scene.overheard),
});

/** What an agent wants next: calls whose results it then sees, or the reply that ends the turn. */
export type Step =
  | { kind: 'tools'; calls: readonly ToolCall[] }
  | {
      kind: 'reply';
      text: string;
      actions: readonly MessageAction[];
      memory: Memory;
      confidence: number;
    };

/** Answers what an agent does next; the one place where a turn is decided. */
export type Responder = (scene: Scene) => Step | Promise<Step>;
