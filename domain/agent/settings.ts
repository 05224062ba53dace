import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { AgentAi, AgentHandoff, AgentTool } from '../../schemas/agents/talking.js';
import { CONVERSATION_CHANNELS, type ConversationChannel } from '../../schemas/conversations/messages.js';
import { DEFAULT_COLLECTION, DEFAULT_MIN_SCORE } from '../../schemas/knowledge/documents.js';

/** The default behavior of an agent. */
export const AI: AgentAi = {
  enabled: false,
  channels: [...CONVERSATION_CHANNELS],
  model: null,
  fallback_model: null,
  persona: {},
  instructions: null,
  variants: [],
  facts: [],
  max_steps: 5,
  max_output_tokens: 600,
  reply_max_chars: {},
  budget: {},
  never_say: [],
  tools: [],
  statuses: [],
  tags: [],
  links: [],
  meeting_type: null,
  on_complete: {},
  languages: {},
  hours: null,
  knowledge: { collections: [DEFAULT_COLLECTION], min_score: DEFAULT_MIN_SCORE, only: false },
  debounce_seconds: {},
  ask_by_form: false,
  disclose_ai: true,
  resume_cadence_after_minutes: 1440,
  after_run: 'answer',
};

/** The time when a person takes over from an agent that says nothing of it. */
export const HANDOFF: AgentHandoff = {
  keywords: [],
  message: null,
  notify: null,
  on: {},
  answer_unanswered: true,
  auto_resume_after_minutes: null,
};

type Talking = Pick<AgentDefinition, 'ai' | 'handoff'>;
type GivenAi = Partial<Omit<AgentAi, 'knowledge'>> & { knowledge?: Partial<AgentAi['knowledge']> };

/** Returns how an agent talks, complete: what isn't given has its default. */
export const completeAi = (ai: GivenAi): AgentAi => ({
  ...AI,
  ...ai,
  knowledge: { ...AI.knowledge, ...ai.knowledge },
});

/** Returns how an agent talks, complete: versions from before a setting was there have its default. */
export const agentSettings = <T extends Talking>(definition: T): T => ({
  ...definition,
  ai: completeAi(definition.ai),
  handoff: { ...HANDOFF, ...definition.handoff },
});

/** Returns whether an agent answers with a model. */
export const usesModel = ({ ai }: Pick<AgentDefinition, 'ai'>): boolean => (ai.model ?? null) !== null;

/** Returns whether an agent answers automatically on a channel. */
export const answersOn = ({ ai }: Pick<AgentDefinition, 'ai'>, channel: string): boolean =>
  ai.enabled && (ai.channels ?? AI.channels).includes(channel as ConversationChannel);

const UNLISTED: readonly AgentTool[] = ['capture_field', 'request_human', 'opt_out_lead', 'end_conversation'];
/** An agent with a meeting type may book, even if the tool isn't listed. */
const WITH_MEETINGS: readonly AgentTool[] = [...UNLISTED, 'get_availability', 'book_meeting'];

/** Returns whether an agent may use a tool; giving the lead to a person is always allowed. */
export function mayUse({ tools, meeting_type }: Pick<AgentAi, 'tools' | 'meeting_type'>, tool: AgentTool): boolean {
  const usual = meeting_type === null ? UNLISTED : WITH_MEETINGS;
  return tool === 'request_human' || (tools.length > 0 ? tools : usual).includes(tool);
}

const DEBOUNCE_SECONDS: Record<ConversationChannel, number> = { chat: 0, email: 60, whatsapp: 4 };
/** However much is written, an answer comes after so many times the pause that is waited for. */
const LONGEST_BURST = 4;

/**
 * Returns how long an input is followed by an answer: at once, or so many milliseconds after the last one and after the
 * first.
 */
export function debounceOf(
  { debounce_seconds }: Pick<AgentAi, 'debounce_seconds'>,
  channel: ConversationChannel,
): { afterLastMs: number; afterFirstMs: number } {
  const ms = (debounce_seconds[channel] ?? DEBOUNCE_SECONDS[channel]) * 1000;
  return { afterLastMs: ms, afterFirstMs: ms * LONGEST_BURST };
}
