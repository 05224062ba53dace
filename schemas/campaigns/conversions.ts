import {
  CurrencyCode as Currency,
  JsonObject,
  named,
  nameText,
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
    'Category of the type. `final` conversions end cadences according to `exit.on_conversion`. ' +
    '`intermediary` conversions are steps toward them.',
});
const Name = nameText('Display name, unique within the account.', 120);

/** A value that conversions of a type may carry. */
const ConversionField = strictObject({
  key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', description: 'Key in the metadata of a conversion.' }),
  label: Type.String({ minLength: 1, maxLength: 120 }),
  type: oneOf(['text', 'number'] as const, { description: 'Type of the value.' }),
});
export type ConversionField = Static<typeof ConversionField>;
const Fields = Type.Array(ConversionField, {
  maxItems: 50,
  description: 'Metadata fields of conversions of this type.',
});

/** A kind of success as the API answers it. */
export const ConversionType = named(
  'ConversionType',
  strictObject({
    id: Uuid(),
    name: Name,
    category: Category,
    currency: nullable(Currency),
    fields: Fields,
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);

const TypeAnswer = strictObject({ success: Success, conversion_type: ConversionType });
const params = Type.Object({ id: Uuid() });
const tag = 'Conversions';
const ignoredKeys = ['id', 'created_at', 'updated_at'];

export const listConversionTypesContract = contract({
  operationId: 'listConversionTypes',
  method: 'get',
  path: '/api/public/conversion-types',
  tag,
  scope: 'conversions:read',
  summary: 'List the conversion types, newest first.',
  query: Type.Object({ category: Type.Optional(Category), ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      conversion_types: Type.Array(ConversionType, { description: 'One page of conversion types, newest first.' }),
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
  summary: 'Create a conversion type.',
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
  summary: 'Get a conversion type.',
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
    'Update a conversion type. Omitted fields are unchanged, and null clears a field. Recorded conversions ' +
    "aren't changed.",
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
  summary: 'Delete a conversion type without conversions.',
  params,
  success: { 204: null },
  errors: ['CONVERSION_TYPE_NOT_FOUND', 'IN_USE'],
});

const MAX_AMOUNT = 99_999_999_999;
const Amount = Type.Number({
  minimum: -MAX_AMOUNT,
  maximum: MAX_AMOUNT,
  description: 'Value of the conversion, with up to four decimals. Negative for a refund.',
});
const Notes = Type.String({ minLength: 1, maxLength: 5000, description: 'Notes on the conversion.' });

/** A success with a lead as the API answers it. */
export const Conversion = named(
  'Conversion',
  strictObject({
    id: Uuid(),
    conversion_type_id: Uuid(),
    conversion_type: strictObject({
      id: Uuid(),
      name: Type.String(),
      category: Category,
    }),
    lead_id: Uuid(),
    workflow_run_id: nullable(
      Uuid('ID of the run that the conversion is attributed to. Null if it is attributed to none.'),
    ),
    workflow_id: nullable(Uuid('ID of the workflow of that run. Null without a run.')),
    amount: nullable(Amount),
    currency: nullable(Currency),
    converted_at: Timestamp('Time of the conversion.'),
    metadata: JsonObject('Custom data of the conversion.'),
    notes: nullable(Notes),
    created_at: Timestamp('Time at which the conversion was recorded.'),
  }),
);

const ConversionAnswer = strictObject({ success: Success, conversion: Conversion });
const conversionParams = Type.Object({ id: Uuid() });

export const listConversionsContract = contract({
  operationId: 'listConversions',
  method: 'get',
  path: '/api/public/conversions',
  tag,
  scope: 'conversions:read',
  summary: 'List the conversions, newest first, with their total number.',
  query: Type.Object({
    lead_id: Type.Optional(Uuid('Returns only conversions of this lead.')),
    conversion_type_id: Type.Optional(Uuid('Returns only conversions of this type.')),
    workflow_id: Type.Optional(Uuid('Returns only conversions attributed to this workflow.')),
    converted_after: Type.Optional(Timestamp('Returns only conversions after this time.')),
    converted_before: Type.Optional(Timestamp('Returns only conversions before this time.')),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      conversions: Type.Array(Conversion, { description: 'One page of conversions, newest first.' }),
      included: Included,
      total: Type.Integer({ description: 'Total number of matching conversions.' }),
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
  summary: 'Record a conversion of a lead.',
  description:
    'The conversion is attributed to `workflow_run_id`. If it is absent, it is attributed to the open run ' +
    'that acted last, or to the last run that ended within 30 days. A `final` conversion affects the open ' +
    'runs according to their `exit.on_conversion`.',
  body: strictObject({
    conversion_type_id: Uuid(),
    lead_id: Uuid(),
    amount: optional(Amount),
    workflow_run_id: optional(Uuid('ID of the run to attribute the conversion to.')),
    currency: optional(Currency),
    converted_at: optional(Timestamp('Time of the conversion. Defaults to now.')),
    metadata: optional(
      JsonObject('Custom data. Keys that the type defines as fields must have the type of the field.'),
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
  summary: "Delete a conversion that was recorded by mistake. Its effects aren't reverted.",
  params: conversionParams,
  success: { 204: null },
  errors: ['CONVERSION_NOT_FOUND'],
});
