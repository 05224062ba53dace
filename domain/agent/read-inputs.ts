import type { AgentField } from '../../schemas/agents/agents.js';
import { canonical, fieldsAndColumns } from './fields.js';
import { NAME_KEYS, readFamilyName, readName } from './read-name.js';
import { type FoundValue, readValue } from './read-values.js';
import type { Input, ToolCall, TurnInput } from './turn-input.js';
import { isCorrection, isGoodbye, isGreeting, isNo, isYes, questionsIn } from './words.js';

type Capture = Extract<ToolCall, { tool: 'capture_field' }>;

/** Returns whether a text can be a name or a value: not a greeting and not a question. */
const isAnswer = ({ text }: Input): boolean =>
  !isYes(text) && !isNo(text) && !isGreeting(text) && !isGoodbye(text) && questionsIn(text).length === 0;

function namesIn(
  input: Input,
  { memory: { asked }, known }: Pick<TurnInput, 'memory' | 'known'>,
): [key: string, FoundValue][] {
  const isAsked = asked !== null && NAME_KEYS.includes(asked) && isAnswer(input);
  const firstName = known.first_name?.value;
  const family =
    isAsked && asked === 'last_name' && firstName ? readFamilyName(input.text, String(firstName)) : undefined;
  if (family) return [['last_name', family]];
  const name = readName(input.text, isAsked);
  if (!name) return [];
  const { first, last, evidence, confidence } = name;
  const whole = [first, last].filter((part) => part !== null).join(' ');
  const found = (value: string): FoundValue => ({ value, evidence, confidence });
  return [
    ...(asked === 'last_name' && last === null
      ? [['last_name', found(first)] as [string, FoundValue]]
      : [['first_name', found(first)] as [string, FoundValue]]),
    ...(last === null ? [] : [['last_name', found(last)] as [string, FoundValue]]),
    ['name', found(whole)],
    ['full_name', found(whole)],
  ];
}

/** Returns the values of a submitted form, by field. */
function filledIn(
  filled: Readonly<Record<string, string>>,
  fields: readonly AgentField[],
  { language, country }: TurnInput,
): [key: string, FoundValue][] {
  return fields.flatMap((field): [string, FoundValue][] => {
    const text = Object.hasOwn(filled, field.key) ? filled[field.key] : undefined;
    if (text === undefined) return [];
    const value = field.type === 'number' ? undefined : canonical(field, text, country);
    const found = value === undefined ? readValue(text, field, { language, country, asked: true }) : undefined;
    if (found) return [[field.key, found]];
    return value === undefined ? [] : [[field.key, { value, evidence: text, confidence: FILLED_IN }]];
  });
}
/** As sure as an answer to a question. */
const FILLED_IN = 0.95;

function valuesIn(input: Input, fields: readonly AgentField[], turnInput: TurnInput): [key: string, FoundValue][] {
  if (input.choice?.type === 'form') return filledIn(input.choice.fields, fields, turnInput);
  const { asked } = turnInput.memory;
  const names = namesIn(input, turnInput);
  return fields.flatMap((field): [string, FoundValue][] => {
    if (NAME_KEYS.includes(field.key)) return names.filter(([key]) => key === field.key);
    const isAsked = field.key === asked && (field.type !== 'text' || isAnswer(input));
    const reading = { language: turnInput.language, country: turnInput.country, asked: isAsked };
    const found = readValue(input.text, field, reading);
    return found ? [[field.key, found]] : [];
  });
}

/**
 * Reads what the lead said for everything the agent wants to know. Of several answers to one thing the surer counts,
 * then the later; a correction counts before what it corrects.
 */
export function capturesIn(turnInput: TurnInput): Capture[] {
  const fields = fieldsAndColumns(turnInput.agent.fields);
  const found = new Map<string, FoundValue>();
  for (const input of [...turnInput.overheard.filter(({ verified }) => verified), ...turnInput.inputs]) {
    if (input.choice?.type === 'book_meeting') continue;
    for (const [key, value] of valuesIn(input, fields, turnInput)) {
      const before = found.get(key);
      if (before && before.confidence > value.confidence && !isCorrection(input.text)) continue;
      found.set(key, value);
    }
  }
  return [...found].flatMap(([key, { value, evidence, confidence }]): Capture[] =>
    turnInput.known[key]?.value === value ? [] : [{ tool: 'capture_field', key, value, confidence, evidence }],
  );
}
