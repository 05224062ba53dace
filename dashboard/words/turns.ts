import type { AgentTool } from '../../schemas/agents/talking.js';
import type { Difference } from '../../schemas/agents/trials.js';
import type { ConversationTurn, HandoffReason, Silence, TurnStatus } from '../../schemas/conversations/turns.js';
import { capitalize } from './capitalize.js';
import * as words from './en/turns.js';
import { LOCALE } from './locale.js';
import type { Words } from './who.js';

/** Outcomes of an agent’s turn. */
export const TURNS = {
  answered: { label: words.turnAnswered, who: 'ok' },
  handed_off: { label: words.turnHandedOff, who: 'person' },
  opted_out: { label: words.turnOptedOut, who: 'off' },
  silent: { label: words.turnSilent, who: 'off' },
  superseded: { label: words.turnSuperseded, who: 'off' },
  failed: { label: words.turnFailed, who: 'act' },
} as const satisfies Record<TurnStatus, Words>;

/** Causes of a turn. */
export const CAUSES = {
  input: words.causeInput,
  given_back: words.causeGivenBack,
  follow_up: words.causeFollowUp,
} as const satisfies Record<ConversationTurn['cause'], string>;

/** Reasons why an agent didn’t reply. */
export const SILENCES = {
  taken_over: words.silenceTakenOver,
  opted_out: words.silenceOptedOut,
  paused: words.silencePaused,
  ai_disabled: words.silenceAiDisabled,
  run_ended: words.silenceRunEnded,
  outside_hours: words.silenceOutsideHours,
  auto_reply: words.silenceAutoReply,
  nothing_to_answer: words.silenceNothingToAnswer,
  erased: words.silenceErased,
  closed: words.silenceClosed,
} as const satisfies Record<Silence, string>;

/** Reasons for a handoff. */
export const HANDOFFS = {
  asked: words.handoffAsked,
  keyword: words.handoffKeyword,
  topic: words.handoffTopic,
  negative: words.handoffNegative,
  safety: words.handoffSafety,
  low_confidence: words.handoffLowConfidence,
  no_answer: words.handoffNoAnswer,
  not_verified: words.handoffNotVerified,
  loop: words.handoffLoop,
  closed: words.handoffClosed,
  run_ended: words.handoffRunEnded,
  budget: words.handoffBudget,
  model_unavailable: words.handoffModelUnavailable,
  no_agent: words.handoffNoAgent,
} as const satisfies Record<HandoffReason, string>;

/** Tools of an agent. */
export const TOOLS = {
  capture_field: words.toolCaptureField,
  set_status: words.toolSetStatus,
  add_tag: words.toolAddTag,
  search_knowledge: words.toolSearchKnowledge,
  get_availability: words.toolGetAvailability,
  book_meeting: words.toolBookMeeting,
  send_link: words.toolSendLink,
  request_human: words.toolRequestHuman,
  schedule_followup: words.toolScheduleFollowup,
  opt_out_lead: words.toolOptOutLead,
  end_conversation: words.toolEndConversation,
} as const satisfies Record<AgentTool, string>;

/** Differences between a turn and its replay. */
export const DIFFERS = {
  outcome: words.differsOutcome,
  reason: words.differsReason,
  reply: words.differsReply,
  tools: words.differsTools,
  fields: words.differsFields,
  language: words.differsLanguage,
  actions: words.differsActions,
} as const satisfies Record<Difference, string>;

const PROMPT: Readonly<Record<string, string>> = {
  rules: words.promptRules,
  agent: words.promptAgent,
  data: words.promptData,
  conversation: words.promptConversation,
  results: words.promptResults,
  correction: words.promptCorrection,
};
/** Returns the label of a prompt part. */
export const promptPart = (name: string): string => PROMPT[name] ?? name;

/** Returns the label of a tool. A model may request an unknown tool. */
export const toolOf = (tool: string): string => (TOOLS as Readonly<Record<string, string>>)[tool] ?? tool;

/** Errors of model calls. */
const FAULTS: Readonly<Record<string, string>> = {
  rate_limited: words.faultRateLimited,
  server_error: words.faultServerError,
  refused: words.faultRefused,
  timeout: words.faultTimeout,
  network: words.faultNetwork,
  blocked_address: words.faultBlockedAddress,
  bad_answer: words.faultBadAnswer,
  cancelled: words.faultCancelled,
  lost: words.faultLost,
  newer_input: words.faultNewerInput,
  human_takeover: words.faultHumanTakeover,
  outdated: words.faultOutdated,
};

/** Formats the error of a model call, with the HTTP status if there is one. */
export function faultInWords(error: string): string {
  const [code = '', status] = error.split(' ');
  const label = FAULTS[code] ?? SILENCES[code as Silence]?.replace(/\.$/, '') ?? capitalize(code.replaceAll('_', ' '));
  return `${label}${status ? ` (${status})` : ''}.`;
}

/** Returns the reason for a handoff as a sentence. */
export const handoffOf = (reason: string): string =>
  (HANDOFFS as Readonly<Record<string, string>>)[reason] ?? `${reason.replaceAll('_', ' ')}.`;

const MONEY = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
/** Formats a cost in the currency of the model’s prices. */
export const costOf = (micros: number): string => MONEY.format(micros / 1e6);

/** Summarizes the outcome of a turn in a sentence. */
export function sentenceOf({ status, reason }: Pick<ConversationTurn, 'status' | 'reason'>): string {
  if (status === 'answered') return words.theAgentReplied;
  if (status === 'opted_out') return words.theLeadOptedOut;
  if (status === 'superseded') return words.theNextTurnHandledBoth;
  if (status === 'handed_off') return words.theAgentHandedOff(reason ? handoffOf(reason) : '');
  if (status === 'failed') return words.theTurnFailed(reason ?? words.unknown.toLowerCase());
  const why = (SILENCES as Readonly<Record<string, string>>)[reason ?? ''] ?? `${reason ?? words.unknown}.`;
  return words.theAgentDidntReply(why);
}
