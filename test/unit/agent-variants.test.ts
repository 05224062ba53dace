import { describe, expect, it } from '@jest/globals';
import { completeAi } from '../../domain/agent/settings.js';
import { asVariant, variantOf } from '../../domain/agent/variants.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';

const ai = completeAi({
  model: 'small',
  instructions: 'Be short.',
  persona: { name: 'Nora' },
  variants: [
    { key: 'plain', weight: 3 },
    {
      key: 'warm',
      weight: 1,
      persona: { name: 'Ana', tone: 'friendly' },
      instructions: null,
      questions: { size: 'Big?' },
    },
    { key: 'off', weight: 0, model: null },
  ],
});
const threads = Array.from({ length: 2_000 }, (_each, n) => `chat/${n}`);

describe('a variant of an agent', () => {
  it('is drawn by share, the same for a conversation however often it is asked for', () => {
    const drawn = threads.map((thread) => variantOf(ai, { agentId: 'a', thread }));
    expect(drawn).toEqual(threads.map((thread) => variantOf(ai, { agentId: 'a', thread })));
    const share = drawn.filter((key) => key === 'warm').length / drawn.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
    expect(drawn).not.toContain('off');
    expect(drawn).not.toEqual(threads.map((thread) => variantOf(ai, { agentId: 'b', thread })));
  });

  it('stays with its conversation whatever the shares become, as long as the agent has it', () => {
    const thread = threads.find((each) => variantOf(ai, { agentId: 'a', thread: each }) === 'warm') as string;
    const held = { agentId: 'a', thread, variant: 'warm' };
    const moved = {
      variants: [
        { key: 'plain', weight: 1_000 },
        { key: 'warm', weight: 0 },
      ],
    };
    expect(variantOf(moved, held)).toBe('warm');
    expect(variantOf({ variants: [{ key: 'plain' }] }, held)).toBe('plain');
    expect(variantOf({ variants: [] }, held)).toBeNull();
  });

  it('is the agent but for what it gives', () => {
    const field = { key: 'size', ask_prompt: 'How big?', ask_prompts: { es: '¿Cuánto?' } };
    const agent = { ai, fields: [field, { ...field, key: 'name' }] } as unknown as AgentDefinition;
    const { ai: warm, fields } = asVariant(agent, 'warm');
    expect(warm).toMatchObject({ model: 'small', instructions: null, persona: { name: 'Ana', tone: 'friendly' } });
    expect(fields).toEqual([
      { key: 'size', ask_prompt: 'Big?', ask_prompts: {} },
      { ...field, key: 'name' },
    ]);
    expect(asVariant(agent, 'off').ai.model).toBeNull();
    expect(asVariant(agent, 'plain').ai.instructions).toBe('Be short.');
    expect(asVariant(agent, null)).toBe(agent);
  });
});
