import type { ModelMessage } from './provider.js';

/** The name of the most that is written, on servers that refuse the older one. */
export const NEWER_LIMIT = 'max_completion_tokens';

/** The deviation of a server from the usual request, which its rejections reveal. */
export type Habit = 'newer_limit' | 'alternating' | 'own_temperature';

const SIGNS: Readonly<Record<Habit, RegExp>> = {
  newer_limit: new RegExp(NEWER_LIMIT),
  // So say the templates of Gemma and Mistral.
  alternating: /roles must alternate/i,
  own_temperature: /temperature[^"]{0,300}(unsupported|not support)|(unsupported|not support)[^"]{0,300}temperature/i,
};

interface Refusal {
  statusCode?: number;
  responseBody?: string;
}

/**
 * Returns what a server requires when it rejects a request, in addition to the habits already granted, or undefined if
 * it isn't one of those.
 */
export function wantedBy(error: unknown, granted: ReadonlySet<Habit>): Habit | undefined {
  const { statusCode = 0, responseBody = '' } = (error ?? {}) as Refusal;
  const habits = Object.keys(SIGNS) as Habit[];
  return statusCode >= 400 ? habits.find((habit) => !granted.has(habit) && SIGNS[habit].test(responseBody)) : undefined;
}

const isPlain = (message: ModelMessage): message is Exclude<ModelMessage, { role: 'tool' }> =>
  message.role === 'user' || (message.role === 'assistant' && message.calls === undefined);

/** Joins what the same side says one after the other. */
export function alternating(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const before = joined.at(-1);
    if (before?.role === message.role && isPlain(before) && isPlain(message))
      joined[joined.length - 1] = { ...before, text: `${before.text}\n\n${message.text}` };
    else joined.push(message);
  }
  return joined;
}
