import type { AgentTool } from '../../schemas/agents/talking.js';
import type { Difference } from '../../schemas/agents/trials.js';
import type { ConversationTurn, HandoffReason, Silence, TurnStatus } from '../../schemas/conversations/turns.js';
import { upper } from '../parts/upper.js';
import type { Words } from './who.js';

/** How a turn of an agent ended. */
export const TURNS = {
  answered: { label: 'Answered', who: 'ok' },
  handed_off: { label: 'Given to a person', who: 'person' },
  opted_out: { label: 'Opted out', who: 'off' },
  silent: { label: 'Silent', who: 'off' },
  superseded: { label: 'Overtaken', who: 'off' },
  failed: { label: 'Failed', who: 'act' },
} as const satisfies Record<TurnStatus, Words>;

/** Why the agent had a turn at all. */
export const CAUSES = {
  input: 'Something was written to it.',
  given_back: 'A colleague gave the conversation back, with something unanswered in it.',
  follow_up: 'It had agreed to write again at this time.',
} as const satisfies Record<ConversationTurn['cause'], string>;

/** Why an agent said nothing. */
export const SILENCES = {
  taken_over: 'A person has the conversation.',
  opted_out: 'The lead does not want to be written to here.',
  paused: 'The agent, or all sending, is switched off or paused.',
  ai_disabled: 'The agent does not answer on this channel.',
  run_ended: 'The lead’s run has ended, and the agent answers nobody after that.',
  outside_hours: 'People are away, and the agent is silent then.',
  auto_reply: 'A machine wrote, such as an out-of-office reply.',
  nothing_to_answer: 'There was nothing to answer.',
  erased: 'The lead was erased.',
  closed: 'The conversation was closed.',
} as const satisfies Record<Silence, string>;

/** Why an agent gave a lead to a person. */
export const HANDOFFS = {
  asked: 'A person was asked for.',
  keyword: 'A word was used that always calls a person.',
  topic: 'It was about something that is left to people.',
  negative: 'The lead was annoyed.',
  safety: 'Somebody may be in danger.',
  low_confidence: 'The agent was not sure enough, twice.',
  no_answer: 'The agent found no answer that it may give.',
  not_verified: 'Somebody else than the lead wrote.',
  loop: 'It went round in circles, perhaps with another machine.',
  closed: 'People are away.',
  run_ended: 'The lead’s run has ended.',
  budget: 'The tokens that may be used were used up.',
  model_unavailable: 'No model answered.',
  no_agent: 'The agent does not answer chats.',
} as const satisfies Record<HandoffReason, string>;

/** What an agent asks for. */
export const TOOLS = {
  capture_field: 'Note a field',
  set_status: 'Set the status',
  add_tag: 'Add a tag',
  search_knowledge: 'Look in documents',
  get_availability: 'Look for free times',
  book_meeting: 'Book a meeting',
  send_link: 'Send a link',
  request_human: 'Give it to a person',
  schedule_followup: 'Write again later',
  opt_out_lead: 'Opt the lead out',
  end_conversation: 'End the conversation',
} as const satisfies Record<AgentTool, string>;

/** In what a turn that was played again differs. */
export const DIFFERS = {
  outcome: 'how it ends',
  reason: 'why',
  reply: 'the answer',
  tools: 'what it does',
  fields: 'what it notes',
  language: 'the language',
  actions: 'what it offers',
} as const satisfies Record<Difference, string>;

const PROMPT: Readonly<Record<string, string>> = {
  rules: 'Rules of the service',
  agent: 'What the agent is told',
  data: 'What is known',
  conversation: 'What was said',
  results: 'What its calls came to',
  correction: 'What it was told to mend',
};
/** What a part of a prompt is called. */
export const promptPart = (name: string): string => PROMPT[name] ?? name;

/** What a call is called; a model may ask for tools that there are not. */
export const toolOf = (tool: string): string => (TOOLS as Readonly<Record<string, string>>)[tool] ?? tool;

/** Why nothing came of a call of a model. */
const FAULTS: Readonly<Record<string, string>> = {
  rate_limited: 'Its server takes no more at present',
  server_error: 'Its server failed',
  refused: 'Its server refused it: look at its key, name, address and temperature',
  timeout: 'It took longer than it may',
  network: 'Its server could not be reached',
  blocked_address: 'Its address is one within your own network, which the installation has to name',
  bad_answer: 'Its server answered something else than models do',
  cancelled: 'The work on it was stopped',
  lost: 'The process that asked was lost',
  newer_input: 'More was written meanwhile',
  human_takeover: 'A person took over meanwhile',
  outdated: 'It was overtaken meanwhile',
};

/** Says why nothing came of a call of a model, with the status of its server where there was one. */
export function faultInWords(error: string): string {
  const [code = '', status] = error.split(' ');
  const words = FAULTS[code] ?? SILENCES[code as Silence]?.replace(/\.$/, '') ?? upper(code.replaceAll('_', ' '));
  return `${words}${status ? ` (${status})` : ''}.`;
}

/** Why it was given to a person, in a sentence. */
export const handoffOf = (reason: string): string =>
  (HANDOFFS as Readonly<Record<string, string>>)[reason] ?? `${reason.replaceAll('_', ' ')}.`;

const MONEY = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
/** What models cost, in the currency that their prices are in. */
export const costOf = (micros: number): string => MONEY.format(micros / 1e6);

/** What a turn came to, in a sentence. */
export function sentenceOf({ status, reason }: Pick<ConversationTurn, 'status' | 'reason'>): string {
  if (status === 'answered') return 'The agent answered.';
  if (status === 'opted_out') return 'The lead asked to be left alone, so nothing more is sent.';
  if (status === 'superseded') return 'Something newer came in meanwhile: the next turn answered all of it.';
  if (status === 'handed_off') return `The agent gave it to a person. ${reason ? handoffOf(reason) : ''}`;
  if (status === 'failed') return `It failed: ${reason ?? 'unknown'}.`;
  const why = (SILENCES as Readonly<Record<string, string>>)[reason ?? ''] ?? `${reason ?? 'Unknown'}.`;
  return `The agent said nothing. ${why}`;
}
