/** Why a text could not be read as a value: a stable code and a sentence for people that never repeats the text itself. */
export interface Refusal {
  ok: false;
  code: string;
  message: string;
}

/** What every reader of outside text answers: the value in its one canonical form, or the reason it has none. */
export type Value<T> = { ok: true; value: T } | Refusal;

/** Wraps a value that could be read. */
export const good = <T>(value: T): Value<T> => ({ ok: true, value });

/** Wraps the reason why a text is not such a value. */
export const refuse = (code: string, message: string): Refusal => ({ ok: false, code, message });
