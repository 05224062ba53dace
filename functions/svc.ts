import type { CallKind } from './protocol.js';
import { SVC_SHAPES } from './svc-shapes.js';

interface Method {
  /** The kind of the call. */
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
    'Returns a lead of the account, including the changes of this run. Throws `LEAD_NOT_FOUND`.',
  ),
  'leads.update': effect('changes: LeadChanges', 'Changes columns; merges metadata, where null removes a key.'),
  'leads.query': method(
    'read',
    '(query?: LeadsQuery): Promise<LeadsPage>',
    'Returns a page of leads that match the conditions.',
  ),
  'tags.add': effect('tags: string | string[]', 'Adds tags by name or slug.'),
  'tags.remove': effect('tags: string | string[]', 'Removes tags.'),
  'tags.set': effect('tags: string[]', 'Replaces all tags.'),
  'status.set': effect('statusKey: string, options?: StatusOptions', 'Sets the status of the lead in its agent.'),
  'messages.send': effect('message: OutgoingMessage', 'Sends a message within sending windows and caps.'),
  'meetings.book': effect('booking: Booking', "Books a meeting. `skipped_reason` says why a slot isn't available."),
  'meetings.offer': effect('offer: MeetingOffer', 'Offers free slots to the lead.'),
  'automation.stop': effect('options?: StopOptions', "Pauses the lead's run for a human takeover."),
  'automation.resume': effect('options?: ResumeOptions', "Resumes the lead's run."),
  'consent.optOut': effect('options?: OptOutOptions', 'Opts the lead out of channels.'),
  'conversions.record': effect('conversion: NewConversion', 'Records a conversion.'),
  'fields.set': effect('key: string, value: unknown, options?: { confidence?: number }', 'Sets a captured field.'),
  'notes.add': effect('text: string', 'Adds a note to the lead.'),
  'tasks.create': effect('task: NewTask', 'Creates a task for a user.'),
  'http.fetch': method(
    'request',
    '(url: string, options?: FetchOptions): Promise<FetchAnswer>',
    "Sends a request to an https URL on the function's list of allowed hosts. In a dry run, only GET and " +
      'HEAD requests are sent. Other methods carry an `Idempotency-Key` unless you set one.',
  ),
  'secrets.get': method(
    'read',
    '(name: string): Promise<string>',
    'Returns a secret of the function. Throws `SECRET_NOT_FOUND`.',
  ),
  'kv.get': method(
    'read',
    '(key: string): Promise<any>',
    'Returns the value that the function stored under this key, or null.',
  ),
  'kv.set': method(
    'effect',
    '(key: string, value: unknown, options?: { ttl_seconds?: number }): Promise<EffectAsked>',
    'Stores a value of up to 16 KiB for later runs of the function.',
  ),
  'time.now': method('read', '(): Promise<string>', 'Returns the time of the run in UTC.'),
  'time.add': method(
    'read',
    '(time: string | null | undefined, amounts: Amounts, zone?: string): Promise<string>',
    "Adds calendar amounts to a time in a time zone. Defaults to the time of the run and the account's time " + 'zone.',
  ),
  'time.zoned': method(
    'read',
    '(time?: string | null, zone?: string): Promise<ZonedTime>',
    'Returns the calendar fields of a time in a time zone. Defaults to the time of the run.',
  ),
  'format.date': method(
    'read',
    '(time: string | null | undefined, options?: DateFormat): Promise<string>',
    "Formats a time for a locale and time zone. Defaults to the time of the run and the account's time zone.",
  ),
  'format.number': method(
    'read',
    '(value: number, options?: NumberFormat): Promise<string>',
    'Formats a number for a locale.',
  ),
  'format.money': method(
    'read',
    '(amount: number, currency: string, options?: NumberFormat): Promise<string>',
    'Formats an amount in a currency such as `EUR`.',
  ),
  'format.sort': method(
    'read',
    '<T>(items: readonly T[], options?: SortOptions): Promise<T[]>',
    'Sorts up to 5,000 strings, or objects by a key, in the order of a language.',
  ),
} satisfies Record<string, Method>;
export type SvcMethod = keyof typeof SVC_METHODS;

/** The kind of each `svc` method. Other names are rejected. */
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
