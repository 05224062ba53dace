import type { AgentField } from '../../schemas/agents/agents.js';
import type { MessageAction } from '../../schemas/conversations/messages.js';
import { missingIn } from './missing.js';
import type { TurnInput } from './turn-input.js';

type Form = Extract<MessageAction, { type: 'form' }>;

/** A form asks for so much at most; the rest is asked for behind it. */
const MAX_FIELDS = 8;
const TYPES: Partial<Record<AgentField['type'], Form['fields'][number]['type']>> = {
  email: 'email',
  phone: 'phone',
  enum: 'choice',
};

/** Everything that is still to be asked for, in its order. What is a yes or no is asked in words. */
function allMissing(turnInput: TurnInput): AgentField[] {
  const { agent, known } = turnInput;
  const required = agent.fields.filter((field) => field.required && known[field.key] === undefined);
  const assumed = required.map(({ key }) => [key, { value: '', confidence: 1, setBy: null }] as const);
  const last = missingIn({ ...turnInput, known: { ...Object.fromEntries(assumed), ...known } });
  const needsAddress = last !== undefined && !required.some(({ key }) => key === 'email' || key === 'phone');
  return [...required, ...(needsAddress ? [last] : [])].filter(({ type }) => type !== 'boolean');
}

/** Makes the form for what is missing, where the agent asks so; undefined where one question is as good. */
export function formOf(turnInput: TurnInput): Form | undefined {
  if (turnInput.channel !== 'chat' || !turnInput.agent.ai.ask_by_form) return undefined;
  const fields = allMissing(turnInput).slice(0, MAX_FIELDS);
  if (fields.length < 2) return undefined;
  return {
    type: 'form',
    fields: fields.map(({ key, label, type, options }) => ({
      key,
      label,
      type: TYPES[type] ?? 'text',
      required: true,
      options,
    })),
  };
}
