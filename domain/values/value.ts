/**
 * The reason why a text could not be read as a value: a stable code and a sentence for people that never repeats the
 * text itself.
 */
export interface Refusal {
  ok: false;
  code: string;
  message: string;
}

/** The result of every parser of outside text: the value in its canonical form, or the reason why it has none. */
export type Value<T> = { ok: true; value: T } | Refusal;

/** Wraps a value that could be read. */
export const valid = <T>(value: T): Value<T> => ({ ok: true, value });

/** Wraps the reason why a text is not such a value. */
export const refuse = (code: string, message: string): Refusal => ({ ok: false, code, message });
