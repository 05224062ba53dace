import type { CallKind } from './protocol.js';

/** What each method of `svc` counts as; a name that isn't here is refused. */
export const CALL_KINDS: Record<string, CallKind> = {
  'leads.get': 'read',
  'leads.update': 'effect',
  'leads.query': 'read',
  'tags.add': 'effect',
  'tags.remove': 'effect',
  'tags.set': 'effect',
  'status.set': 'effect',
  'messages.send': 'effect',
  'meetings.book': 'effect',
  'meetings.offer': 'effect',
  'automation.stop': 'effect',
  'automation.resume': 'effect',
  'conversions.record': 'effect',
  'fields.set': 'effect',
  'notes.add': 'effect',
  'tasks.create': 'effect',
  'http.fetch': 'request',
  'secrets.get': 'read',
  'kv.get': 'read',
  'kv.set': 'effect',
  'time.now': 'read',
  'time.add': 'read',
  'time.zoned': 'read',
  log: 'log',
};
