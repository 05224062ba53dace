import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { AgentAi, AgentHandoff, AgentTool } from '../../schemas/agents/talking.js';
import { CONVERSATION_CHANNELS, type ConversationChannel } from '../../schemas/conversations/messages.js';
import { DEFAULT_COLLECTION, DEFAULT_MIN_SCORE } from '../../schemas/knowledge/documents.js';

/** The default behavior of an agent. */
export const DEFAULT_AI: AgentAi = {
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
export const DEFAULT_HANDOFF: AgentHandoff = {
  keywords: [],
  message: null,
  notify: null,
  on: {},
  answer_unanswered: true,
  auto_resume_after_minutes: null,
};

type AnsweringParts = Pick<AgentDefinition, 'ai' | 'handoff'>;
type PartialAi = Partial<Omit<AgentAi, 'knowledge'>> & { knowledge?: Partial<AgentAi['knowledge']> };

/** Returns how an agent talks, complete: what isn't given has its default. */
export const completeAi = (ai: PartialAi): AgentAi => ({
  ...DEFAULT_AI,
  ...ai,
  knowledge: { ...DEFAULT_AI.knowledge, ...ai.knowledge },
});

/** Returns how an agent talks, complete: versions from before a setting was there have its default. */
export const agentSettings = <T extends AnsweringParts>(definition: T): T => ({
  ...definition,
  ai: completeAi(definition.ai),
  handoff: { ...DEFAULT_HANDOFF, ...definition.handoff },
});

/** Returns whether an agent answers with a model. */
export const usesModel = ({ ai }: Pick<AgentDefinition, 'ai'>): boolean => (ai.model ?? null) !== null;

/** Returns whether an agent answers automatically on a channel. */
export const answersOn = ({ ai }: Pick<AgentDefinition, 'ai'>, channel: string): boolean =>
  ai.enabled && (ai.channels ?? DEFAULT_AI.channels).includes(channel as ConversationChannel);

const DEFAULT_TOOLS: readonly AgentTool[] = ['capture_field', 'request_human', 'opt_out_lead', 'end_conversation'];
/** An agent with a meeting type may book, even if the tool isn't listed. */
const DEFAULT_TOOLS_WITH_MEETINGS: readonly AgentTool[] = [...DEFAULT_TOOLS, 'get_availability', 'book_meeting'];

/** Returns whether an agent may use a tool; giving the lead to a person is always allowed. */
export function mayUse({ tools, meeting_type }: Pick<AgentAi, 'tools' | 'meeting_type'>, tool: AgentTool): boolean {
  const defaults = meeting_type === null ? DEFAULT_TOOLS : DEFAULT_TOOLS_WITH_MEETINGS;
  return tool === 'request_human' || (tools.length > 0 ? tools : defaults).includes(tool);
}

const DEBOUNCE_SECONDS: Record<ConversationChannel, number> = { chat: 0, email: 60, whatsapp: 4 };
/** However much is written, an answer comes after so many times the pause that is waited for. */
const MAX_PAUSES = 4;

/**
 * Returns how long an input is followed by an answer: at once, or so many milliseconds after the last one and after the
 * first.
 */
export function debounceOf(
  { debounce_seconds }: Pick<AgentAi, 'debounce_seconds'>,
  channel: ConversationChannel,
): { afterLastMs: number; afterFirstMs: number } {
  const ms = (debounce_seconds[channel] ?? DEBOUNCE_SECONDS[channel]) * 1000;
  return { afterLastMs: ms, afterFirstMs: ms * MAX_PAUSES };
}
