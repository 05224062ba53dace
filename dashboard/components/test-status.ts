import type { Answer } from '../api/operation-types.js';
import * as words from '../words/en/parts.js';

type Test = Answer<'getTestMessage'>['test'];

const STATUSES = {
  queued: { who: 'clock', label: words.sending },
  delivered: { who: 'ok', label: words.sent },
  failed: { who: 'act', label: words.failed },
  unknown: { who: 'decide', label: words.unknownOutcome },
} as const;
const RETRYING = { who: 'decide', label: words.retrying } as const;

/** Returns the state of a test message. One that was rejected for now isn't on its way: it is tried again. */
export const statusOf = ({ status, failure }: Pick<Test, 'status' | 'failure'>) =>
  status === 'queued' && failure !== null ? RETRYING : STATUSES[status];
