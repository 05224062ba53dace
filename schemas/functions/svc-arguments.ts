import { AnyJson, CurrencyCode, nullable, optional, type Static, strictObject, Type } from '../common.js';
import { MAX_DEAL_VALUE } from '../leads/lead-bodies.js';
import { LEAD_COLUMNS } from './function-effects.js';

/** The argument of `svc.leads.update`. */
export const LeadChanges = strictObject({
  ...Object.fromEntries(
    LEAD_COLUMNS.map((column) => [column, optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }))]),
  ),
  deal_value: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: MAX_DEAL_VALUE }))),
  deal_currency: Type.Optional(nullable(CurrencyCode)),
  metadata: optional(Type.Object({}, { description: 'Values to merge. Null removes a key.' })),
  owner_id: optional(AnyJson('ID of the user, as for `assign_owner`.')),
});

/** The argument of `svc.meetings.book`. */
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

/** The options of `svc.kv.set`. */
export const ValueOptions = strictObject({ ttl_seconds: optional(Type.Number({ minimum: 1, maximum: 31_536_000 })) });
export type ValueOptions = Static<typeof ValueOptions>;
