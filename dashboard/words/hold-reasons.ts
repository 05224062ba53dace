import * as words from './en/hold-reasons.js';

/** A code of a provider or of the service, which is the same in every language. */
const CODE = /^[\w.:-]{1,64}$/;

/** Returns why something is on hold as a sentence: the language's own, else that of the API. */
export function holdInWords({ reason, detail }: { reason: string; detail: string }): string {
  const own = words.REASONS[reason];
  if (own === undefined) return detail;
  return CODE.test(detail) ? `${own} (${detail})` : own;
}
