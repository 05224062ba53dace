import type { HoldReason } from '../../schemas/agents/agents.js';

/** Reads one parameter of a page's URL; undefined if the value isn't valid. */
type Reader<T extends string> = (value: string) => T | undefined;

/** Reads a text of up to so many characters. */
export const text =
  (maxLength: number): Reader<string> =>
  (value) =>
    value.length <= maxLength ? value : undefined;

/** Reads one of some values. */
export const oneOf =
  <const T extends string>(...values: T[]): Reader<T> =>
  (value) =>
    values.find((each) => each === value);

/** Reads a comma-separated list; values that aren't known are left out of it. */
export const listOf =
  <const T extends string>(...values: T[]): Reader<string> =>
  (value) =>
    value
      .split(',')
      .filter((each) => (values as string[]).includes(each))
      .join() || undefined;

/** Reads a comma-separated list of hold reasons. */
export const holdReasons = listOf<HoldReason>(
  ...(['outside_window', 'holiday', 'frequency_cap', 'sender_throttle', 'window_24h_closed'] as const),
  ...(['template_pending', 'human_takeover', 'workflow_paused', 'provider_backoff', 'consent_missing'] as const),
  ...(['outcome_unknown', 'manual', 'error'] as const),
);

export const flag = oneOf('true', 'false');

export const uuid: Reader<string> = (value) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined;

/** Reads a day of the calendar, such as `2026-11-23`. */
export const day: Reader<string> = (value) => {
  const at = Date.parse(`${value}T00:00Z`);
  return at && new Date(at).toISOString().slice(0, 10) === value ? value : undefined;
};

/** Reads the number of a version. */
export const version: Reader<string> = (value) => (/^[1-9]\d{0,8}$/.test(value) ? value : undefined);

type Read<R> = { [K in keyof R]?: R[K] extends Reader<infer T> ? T | undefined : never };

/** The parameters that a function made by `searchParams` reads. */
export type SearchOf<F extends (given: Record<string, unknown>) => object> = ReturnType<F>;

/**
 * Returns a function that reads the parameters of a page's URL. Parameters that are unknown, empty or not valid are left
 * out, so that a malformed URL shows the page with its defaults.
 */
export const searchParams =
  <R extends Readonly<Record<string, Reader<string>>>>(readers: R) =>
  (given: Record<string, unknown>): Read<R> => {
    const read = Object.entries(readers).flatMap(([name, reader]) => {
      const value = given[name];
      const valid = typeof value === 'string' && value ? reader(value) : undefined;
      return valid === undefined ? [] : [[name, valid]];
    });
    return Object.fromEntries(read) as Read<R>;
  };
