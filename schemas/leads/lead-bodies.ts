import type { TOptional, TUnsafe } from '@sinclair/typebox';
import {
  CurrencyCode,
  described,
  impliedDefault,
  JsonObject,
  named,
  nullable,
  oneOf,
  optional,
  type Static,
  strictObject,
  type TSchema,
  Type,
  Uuid,
} from '../common.js';
import { consentState, DUPLICATE_POLICIES } from './leads.js';
import { MAX_TAGS, TagName } from './tags.js';

const text = (maxLength: number, description?: string) => Type.String({ maxLength, ...described(description) });

/** The largest value of a deal, which a number keeps to the cent. */
export const MAX_DEAL_VALUE = 1_000_000_000_000;

const Consent = named(
  'ConsentChange',
  strictObject(
    {
      whatsapp: optional(consentState('WhatsApp')),
      email: optional(consentState('email')),
      call: optional(consentState('calls')),
      sms: optional(consentState('SMS')),
    },
    { description: 'Consent per channel. Omitted channels keep their state.' },
  ),
);

const columns = {
  last_name: text(200),
  email: text(320, 'Email address.'),
  phone: text(64, "Phone number. National numbers are parsed with `country`, or with the account's country."),
  company: text(200),
  title: text(200, 'Job title.'),
  timezone: text(64, 'IANA time zone, such as `Europe/Madrid`.'),
  country: text(100, 'Country as an ISO code or name.'),
  owner_id: Uuid('ID of the user who owns the lead.'),
  external_id: text(255, 'ID of the lead in your system.'),
  deal_value: Type.Number({
    minimum: 0,
    maximum: MAX_DEAL_VALUE,
    description: 'Value of the deal in units of `deal_currency`, such as 1250.50. Rounded to two decimals.',
  }),
  deal_currency: CurrencyCode,
  campaign_id: Uuid(),
};
type Columns = typeof columns;
const eachOptional = <P extends Record<string, TSchema>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, optional(schema)])) as {
    [K in keyof P]: ReturnType<typeof optional<P[K]>>;
  };
const eachCleared = <P extends Record<string, TSchema>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, Type.Optional(nullable(schema))])) as {
    [K in keyof P]: TOptional<TUnsafe<Static<P[K]> | null>>;
  };

const firstName = Type.String({ minLength: 1, maxLength: 200 });
const source = Type.String({ minLength: 1, maxLength: 100, description: 'Source of the lead. Defaults to `api`.' });
const tagNames = Type.Array(TagName, { maxItems: MAX_TAGS, description: 'Tag names. Unknown tags are created.' });
const OTHERS = 'Unknown fields are stored in `metadata`, unless `metadata` already has the key.';

/**
 * One lead of POST /leads. Its defaults are implied: generated clients would send declared ones, and so override those that several leads
 * share.
 */
export const CreateLeadBody = named(
  'CreateLead',
  Type.Object(
    {
      first_name: firstName,
      ...eachOptional<Columns>(columns),
      source: optional(impliedDefault('api', source)),
      consent: optional(Consent),
      metadata: optional(JsonObject('Custom data, at most 64 KiB, 200 keys and 16 levels.')),
      tags: optional(tagNames),
      workflow_id: optional(Uuid('ID of the agent to enroll the lead in.')),
      skip_first_message: optional(
        impliedDefault(
          false,
          Type.Boolean({ description: 'Whether to skip the first message or call of the cadence. Defaults to false.' }),
        ),
      ),
      force_first_message: optional(
        Type.String({
          minLength: 1,
          maxLength: 4096,
          description: 'Text that replaces the first message of the cadence. Requires `workflow_id`.',
        }),
      ),
      on_duplicate: optional(
        impliedDefault(
          'create',
          oneOf(DUPLICATE_POLICIES, {
            description:
              'What happens if a lead with the same external ID, email address or phone number exists, checked in ' +
              'this order. `create` (default) creates another lead with a warning, `reuse` returns the existing lead, ' +
              '`update` changes it, and `reject` returns 409.',
          }),
        ),
      ),
    },
    { additionalProperties: true, description: OTHERS },
  ),
);
export type CreateLeadBody = Static<typeof CreateLeadBody>;

/** The body of PATCH /leads/{id}. */
export const UpdateLeadBody = named(
  'UpdateLead',
  Type.Object(
    {
      first_name: Type.Optional(firstName),
      ...eachCleared<Columns>(columns),
      source: optional(source),
      consent: optional(Consent),
      metadata: Type.Optional(
        JsonObject('Custom data. Given keys are replaced and others are kept. Null removes a key.'),
      ),
      tags: optional(tagNames),
    },
    { additionalProperties: true, description: `Omitted fields are unchanged, and null clears a field. ${OTHERS}` },
  ),
);
export type UpdateLeadBody = Static<typeof UpdateLeadBody>;

/** Keys of a lead that only answers carry; ignored in bodies, so that a lead read back can be sent again. */
export const LEAD_RESPONSE_KEYS = [
  ...['id', 'campaign', 'active_workflow_run', 'whatsapp_user', 'version', 'created_at', 'updated_at'],
];
