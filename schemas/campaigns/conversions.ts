import {
  JsonObject,
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Included, IncludeQuery } from '../included.js';

const CATEGORIES = ['intermediary', 'final'] as const;
const Category = oneOf(CATEGORIES, {
  description:
    '`final` is the success itself and ends cadences as `exit.on_conversion` says; `intermediary` is on the way.',
});
const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code, such as EUR.' });
const Name = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$',
  description: 'What people call it; one of a kind in the account.',
});

/** A value that conversions of a type may carry. */
const ConversionField = strictObject({
  key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', description: 'Its key in the metadata of a conversion.' }),
  label: Type.String({ minLength: 1, maxLength: 120, description: 'What people read.' }),
  type: oneOf(['text', 'number'] as const, { description: 'What it holds.' }),
});
export type ConversionField = Static<typeof ConversionField>;
const Fields = Type.Array(ConversionField, { maxItems: 50, description: 'Values that its conversions may carry.' });

/** A kind of success as the API answers it. */
export const ConversionType = named(
  'ConversionType',
  strictObject({
    id: Uuid('The type.'),
    name: Name,
    category: Category,
    currency: nullable(Currency),
    fields: Fields,
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);

const TypeAnswer = strictObject({ success: Success, conversion_type: ConversionType });
const params = Type.Object({ id: Uuid('The conversion type.') });
const tag = 'Conversions';
const ignoredKeys = ['id', 'created_at', 'updated_at'];

export const listConversionTypesContract = contract({
  operationId: 'listConversionTypes',
  method: 'get',
  path: '/api/public/conversion-types',
  tag,
  scope: 'conversions:read',
  summary: 'List the kinds of success that are counted, newest first.',
  query: Type.Object({ category: Type.Optional(Category), ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      conversion_types: Type.Array(ConversionType, { description: 'The types.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createConversionTypeContract = contract({
  operationId: 'createConversionType',
  method: 'post',
  path: '/api/public/conversion-types',
  tag,
  ignoredKeys,
  scope: 'conversions:write',
  summary: 'Add a kind of success.',
  body: strictObject({
    name: Name,
    category: optional(Category),
    currency: optional(Currency),
    fields: optional(Fields),
  }),
  success: { 201: TypeAnswer },
  errors: ['NAME_TAKEN'],
});

export const getConversionTypeContract = contract({
  operationId: 'getConversionType',
  method: 'get',
  path: '/api/public/conversion-types/{id}',
  tag,
  scope: 'conversions:read',
  summary: 'Get a kind of success.',
  params,
  success: { 200: TypeAnswer },
  errors: ['CONVERSION_TYPE_NOT_FOUND'],
});

export const updateConversionTypeContract = contract({
  operationId: 'updateConversionType',
  method: 'patch',
  path: '/api/public/conversion-types/{id}',
  tag,
  ignoredKeys,
  scope: 'conversions:write',
  summary:
    'Change a kind of success: what is left out stays, null clears. Conversions that were recorded stay as they are.',
  params,
  body: strictObject({
    name: optional(Name),
    category: optional(Category),
    currency: Type.Optional(nullable(Currency)),
    fields: optional(Fields),
  }),
  success: { 200: TypeAnswer },
  errors: ['CONVERSION_TYPE_NOT_FOUND', 'NAME_TAKEN'],
});

export const deleteConversionTypeContract = contract({
  operationId: 'deleteConversionType',
  method: 'delete',
  path: '/api/public/conversion-types/{id}',
  tag,
  scope: 'conversions:write',
  summary: 'Remove a kind of success that no conversion is of.',
  params,
  success: { 204: null },
  errors: ['CONVERSION_TYPE_NOT_FOUND', 'IN_USE'],
});

const MAX_AMOUNT = 99_999_999_999;
const Amount = Type.Number({
  minimum: -MAX_AMOUNT,
  maximum: MAX_AMOUNT,
  description: 'What it was worth, kept to four decimals; negative for a refund.',
});
const Notes = Type.String({ minLength: 1, maxLength: 5000, description: 'Free text.' });

/** A success with a lead as the API answers it. */
export const Conversion = named(
  'Conversion',
  strictObject({
    id: Uuid('The conversion.'),
    conversion_type_id: Uuid('Its type.'),
    conversion_type: strictObject({
      id: Uuid('Its type.'),
      name: Type.String({ description: 'The name of the type.' }),
      category: Category,
    }),
    lead_id: Uuid('The lead.'),
    workflow_run_id: nullable(Uuid('The enrolment it is put down to.')),
    workflow_id: nullable(Uuid("That enrolment's workflow.")),
    amount: nullable(Amount),
    currency: nullable(Currency),
    converted_at: Timestamp('When it happened.'),
    metadata: JsonObject('What else is known of it.'),
    notes: nullable(Notes),
    created_at: Timestamp('When it was recorded.'),
  }),
);

const ConversionAnswer = strictObject({ success: Success, conversion: Conversion });
const conversionParams = Type.Object({ id: Uuid('The conversion.') });

export const listConversionsContract = contract({
  operationId: 'listConversions',
  method: 'get',
  path: '/api/public/conversions',
  tag,
  scope: 'conversions:read',
  summary: 'List what was converted, newest first, with the number of all that match.',
  query: Type.Object({
    lead_id: Type.Optional(Uuid('Only of this lead.')),
    conversion_type_id: Type.Optional(Uuid('Only of this type.')),
    workflow_id: Type.Optional(Uuid('Only those put down to this workflow.')),
    converted_after: Type.Optional(Timestamp('Only later ones.')),
    converted_before: Type.Optional(Timestamp('Only earlier ones.')),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      conversions: Type.Array(Conversion, { description: 'The conversions.' }),
      included: Included,
      total: Type.Integer({ description: 'How many match in all.' }),
      pagination: Pagination,
    }),
  },
  errors: ['INVALID_DATE'],
});

export const recordConversionContract = contract({
  operationId: 'recordConversion',
  method: 'post',
  path: '/api/public/conversions',
  tag,
  ignoredKeys: ['id', 'conversion_type', 'workflow_id', 'created_at'],
  scope: 'conversions:write',
  summary: 'Record a success with a lead.',
  description:
    'It is put down to `workflow_run_id` or, if that is absent, to the open run of the lead that acted last, else to ' +
    'the run that ended last within 30 days. A conversion of a `final` type acts on the open runs as their `exit.on_conversion` says.',
  body: strictObject({
    conversion_type_id: Uuid('Its type.'),
    lead_id: Uuid('The lead.'),
    amount: optional(Amount),
    workflow_run_id: optional(Uuid('The enrolment it is put down to.')),
    currency: optional(Currency),
    converted_at: optional(Timestamp('When it happened; now if not given.')),
    metadata: optional(
      JsonObject("What else is known of it; keys that the type names as fields have the field's type."),
    ),
    notes: optional(Notes),
  }),
  success: { 201: ConversionAnswer },
  errors: ['CONVERSION_TYPE_NOT_FOUND', 'LEAD_NOT_FOUND', 'LEAD_ERASED', 'RUN_NOT_FOUND', 'INVALID_DATE'],
});

export const getConversionContract = contract({
  operationId: 'getConversion',
  method: 'get',
  path: '/api/public/conversions/{id}',
  tag,
  scope: 'conversions:read',
  summary: 'Get a conversion.',
  params: conversionParams,
  success: { 200: ConversionAnswer },
  errors: ['CONVERSION_NOT_FOUND'],
});

export const deleteConversionContract = contract({
  operationId: 'deleteConversion',
  method: 'delete',
  path: '/api/public/conversions/{id}',
  tag,
  scope: 'conversions:write',
  summary: 'Remove a conversion that was recorded by mistake. What it set off stays as it is.',
  params: conversionParams,
  success: { 204: null },
  errors: ['CONVERSION_NOT_FOUND'],
});
