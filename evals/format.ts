/** The expectations after the answer. Patterns are case-insensitive regular expressions. */
export interface ExpectedAnswer {
  outcome?: string;
  reply?: string[];
  reply_not?: string[];
  tools?: string[];
  tools_not?: string[];
  actions?: string[];
  citations?: { title: string }[];
  slots?: number;
}

/** Something that is said, with what has to come of it. */
export interface EvalStep {
  say?: string;
  mail?: { text: string };
  choose?: { slot: number };
  answer?: ExpectedAnswer;
}

/** A conversation that an agent has to get right. `modes` name what it is for: `scripted`, `stand_in`, `live`. */
export interface ConversationCase {
  id: string;
  title: string;
  agent: string;
  channel?: 'chat' | 'email' | 'whatsapp';
  modes: string[];
  /** False where it is about what happens around a conversation, such as a confirmation, which a trial doesn't show. */
  trial?: boolean;
  lead?: (Record<string, unknown> & { variables?: Record<string, { value: unknown }> }) | null;
  locale?: string;
  from?: string;
  account?: object;
  now?: string;
  knowledge?: { title: string; kind: string; text: string }[];
  steps: EvalStep[];
  expect?: Record<string, unknown>;
}

/** A conversation in which the visitor asks for something forbidden. */
export interface AbuseCase {
  id: string;
  kind: string;
  title: string;
  agent?: string;
  ai?: Record<string, unknown>;
  say: string[];
  page?: Record<string, unknown>;
  lead?: Record<string, unknown>;
  others?: Record<string, unknown>[];
  marks?: string[];
  never_asked?: string[];
  never_said?: string[];
  expect: { done?: string[]; meetings?: number; longest?: number };
}

type AgentOfCase = Record<string, unknown> & { ai: Record<string, unknown> };

/** A file of cases: conversations with their agents, or abuse. */
export interface CaseFile {
  agents?: Record<string, AgentOfCase>;
  conversations?: ConversationCase[];
  cases?: AbuseCase[];
}
