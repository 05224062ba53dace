import { capitalize } from './capitalize.js';
import { translated } from './sentences.js';
import { HOLDS } from './states.js';

/** A code of a provider or of the service, which is the same in every language. */
const CODE = /^[\w.:-]{1,64}$/;

/** Returns why something is on hold as a sentence: the API's, or the reason with the code that the API returns. */
export function holdInWords({ reason, detail }: { reason: string; detail: string }): string {
  if (!CODE.test(detail)) return translated(detail);
  const label = (HOLDS as Readonly<Record<string, { label: string }>>)[reason]?.label;
  return `${label ?? capitalize(reason.replaceAll('_', ' '))} (${detail})`;
}

/** Returns the sender of a message and why it is this one. */
export const senderInWords = ({ name, detail }: { name: string; detail: string }): string =>
  `${name}: ${translated(detail)}`;
