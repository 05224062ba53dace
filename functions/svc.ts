import type { CallKind } from './protocol.js';
import { SVC_SHAPES } from './svc-shapes.js';

interface Method {
  /** What a call of it counts as. */
  kind: CallKind;
  doc: string;
  /** Its parameters and what it promises, as TypeScript. */
  signature: string;
}

const effect = (parameters: string, doc: string): Method => ({
  kind: 'effect',
  doc,
  signature: `(leadId: LeadId, ${parameters}): Promise<EffectAsked>`,
});
const method = (kind: CallKind, signature: string, doc: string): Method => ({ kind, doc, signature });

/**
 * The methods of `svc`: what the guest builds them from, what the host lets through, and what editors complete. The
 * host's answers to them stand in services/functions/host.ts.
 */
export const SVC_METHODS = {
  'leads.get': method(
    'read',
    '(leadId?: LeadId): Promise<FunctionLead>',
    'A lead of the account, with what this run has written so far. Throws `LEAD_NOT_FOUND`.',
  ),
  'leads.update': effect('changes: LeadChanges', 'Changes columns; merges metadata, where null removes a key.'),
  'leads.query': method('read', '(query?: LeadsQuery): Promise<LeadsPage>', 'A page of leads that meet conditions.'),
  'tags.add': effect('tags: string | string[]', 'Adds tags, by name or slug.'),
  'tags.remove': effect('tags: string | string[]', 'Removes tags.'),
  'tags.set': effect('tags: string[]', 'Replaces the whole set of tags.'),
  'status.set': effect('statusKey: string, options?: StatusOptions', 'Moves the lead to a status of its agent.'),
  'messages.send': effect('message: OutgoingMessage', 'Sends a message, within send windows and caps.'),
  'meetings.book': effect('booking: Booking', 'Books a meeting; `skipped_reason` says why a slot can’t be had.'),
  'meetings.offer': effect('offer: MeetingOffer', 'Offers the lead free times.'),
  'automation.stop': effect('options?: StopOptions', 'Pauses the lead’s run for a person.'),
  'automation.resume': effect('options?: ResumeOptions', 'Gives the lead back to its agent.'),
  'consent.optOut': effect('options?: OptOutOptions', 'Takes the lead out of channels, as if it had asked for it.'),
  'conversions.record': effect('conversion: NewConversion', 'Records a success.'),
  'fields.set': effect('key: string, value: unknown, options?: { confidence?: number }', 'Sets a captured field.'),
  'notes.add': effect('text: string', 'Writes a note into the lead’s history.'),
  'tasks.create': effect('task: NewTask', 'Makes a task for a person.'),
  'http.fetch': method(
    'request',
    '(url: string, options?: FetchOptions): Promise<FetchAnswer>',
    'Asks an https address on the function’s list of allowed hosts. In a dry run only GET and HEAD go out. Other methods carry an `Idempotency-Key` unless you set one.',
  ),
  'secrets.get': method(
    'read',
    '(name: string): Promise<string>',
    'A secret of the function. Throws `SECRET_NOT_FOUND`.',
  ),
  'kv.get': method('read', '(key: string): Promise<any>', 'What the function stored by this key; null if nothing.'),
  'kv.set': method(
    'effect',
    '(key: string, value: unknown, options?: { ttl_seconds?: number }): Promise<EffectAsked>',
    'Stores a value of up to 16 KiB for later runs of the function.',
  ),
  'time.now': method('read', '(): Promise<string>', 'The time of the run, in UTC.'),
  'time.add': method(
    'read',
    '(time: string | null | undefined, amounts: Amounts, zone?: string): Promise<string>',
    'Moves a time, or the run’s, by calendar amounts in a zone; the account’s zone if not given.',
  ),
  'time.zoned': method(
    'read',
    '(time?: string | null, zone?: string): Promise<ZonedTime>',
    'A time, or the run’s, as clocks and calendars of a zone show it.',
  ),
} satisfies Record<string, Method>;
export type SvcMethod = keyof typeof SVC_METHODS;

/** What each method of `svc` counts as; a name that isn't here is refused. */
export const CALL_KINDS: Record<string, CallKind> = {
  ...Object.fromEntries(Object.entries(SVC_METHODS).map(([name, { kind }]) => [name, kind])),
  log: 'log',
};

/** Writes the types of `ctx` and `svc`, as `/functions/svc.d.ts` serves them to editors. */
export function svcTypes(): string {
  const nouns = Map.groupBy(Object.entries(SVC_METHODS), ([name]) => name.split('.')[0] ?? '');
  const parts = [...nouns].map(([noun, methods]) => {
    const lines = methods.map(
      ([name, { doc, signature }]) => `    /** ${doc} */\n    ${name.split('.')[1]}${signature};`,
    );
    return `  readonly ${noun}: {\n${lines.join('\n')}\n  };`;
  });
  return `${SVC_SHAPES}
/** What a function can do. Writes are asked for and carried out when the run is over; reads see them at once. */
interface Svc {
${parts.join('\n')}
  /** Writes a line into the run record: 200 lines of 2 KiB a run. */
  readonly log: Log & { readonly debug: Log; readonly info: Log; readonly warn: Log; readonly error: Log };
}
`;
}
