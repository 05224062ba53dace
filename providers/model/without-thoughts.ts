const NAME = '(think|thinking|thought|reasoning)';
const WHOLE = new RegExp(`[<[]${NAME}[>\\]][\\s\\S]*?([<[]/\\1[>\\]]|$)`, 'gi');
const END = new RegExp(`^[\\s\\S]*[<[]/${NAME}[>\\]]`, 'i');

/**
 * Returns what a model says without what it thought before: many servers leave that in the text, between marks, of which
 * some show only the end, and one that ran out of tokens only the beginning.
 */
export const withoutThoughts = (text: string): string => text.replace(WHOLE, '').replace(END, '').trim();
