import { readPath, type SourceReader } from '../reading.js';

/** The payload of the event that is being handled; `type` is its kind. */
export const eventSource: SourceReader = {
  keys: 'path',
  read: (key, facts) => ({
    value: facts.event && (key === 'type' ? facts.event.type : readPath(facts.event.data, key)),
    kind: 'any',
  }),
};
