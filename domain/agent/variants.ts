import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { AgentAi } from '../../schemas/agents/talking.js';
import { drawByWeight } from '../values/weighted-draw.js';

/** The key of a conversation's variant: the agent, and the ID of the conversation. */
interface VariantKey {
  agentId: string;
  thread: string;
  /** The variant that it is held with already. */
  variant?: string | null;
}

/**
 * Says which variant of an agent a conversation is held with: the one that it has, as long as the agent has that, else
 * one by share, the same however often it is asked for. Null where the agent has none.
 */
export function variantOf(
  { variants }: Pick<AgentAi, 'variants'>,
  { agentId, thread, variant = null }: VariantKey,
): string | null {
  if (variants.some(({ key }) => key === variant)) return variant;
  return drawByWeight(variants, [agentId, thread])?.key ?? null;
}

/** Returns an agent as one of its variants has it; what the variant does not give stays. */
export function asVariant<T extends Pick<AgentDefinition, 'ai' | 'fields'>>(agent: T, key: string | null): T {
  const variant = agent.ai.variants.find((each) => each.key === key);
  if (!variant) return agent;
  const { persona, instructions, model, questions = {} } = variant;
  return {
    ...agent,
    fields: agent.fields.map((field) => {
      const asked = Object.hasOwn(questions, field.key) ? questions[field.key] : undefined;
      return asked === undefined ? field : { ...field, ask_prompt: asked, ask_prompts: {} };
    }),
    ai: {
      ...agent.ai,
      ...(persona === undefined ? {} : { persona }),
      ...(instructions === undefined ? {} : { instructions }),
      ...(model === undefined ? {} : { model }),
    },
  };
}
