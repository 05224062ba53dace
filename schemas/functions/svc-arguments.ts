import { AnyJson, optional, type Static, strictObject, Type } from '../common.js';
import { LEAD_COLUMNS } from './function-effects.js';

/** What `svc.leads.update` is given. */
export const LeadChanges = strictObject({
  ...Object.fromEntries(
    LEAD_COLUMNS.map((column) => [column, optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }))]),
  ),
  metadata: optional(Type.Object({}, { description: 'Values to merge; null removes a key.' })),
  owner_id: optional(AnyJson('The user, as `assign_owner` takes it.')),
});

/** What `svc.meetings.book` is given. */
export const Booking = strictObject({
  meeting_type_id: Type.String({ minLength: 1 }),
  host_id: Type.String({ minLength: 1 }),
  starts_at: Type.String({ minLength: 1 }),
  timezone: optional(Type.String()),
  title: optional(Type.String()),
  description: optional(Type.String()),
  invite_lead: optional(Type.Boolean()),
});
export type Booking = Static<typeof Booking>;

/** What `svc.kv.set` is given beside a key and a value. */
export const ValueOptions = strictObject({ ttl_seconds: optional(Type.Number({ minimum: 1, maximum: 31_536_000 })) });
export type ValueOptions = Static<typeof ValueOptions>;
