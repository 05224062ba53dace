import { named, nullable, oneOf, strictObject, type TSchema, Type } from './common.js';
import type { Contract } from './contract.js';
import { type ErrorCode, statusOf } from './error-codes.js';
import { slotRefusedFields } from './meetings/slot-refused.js';

const error = {
  error: Type.String({ description: 'Short title of the error.' }),
  message: Type.String({ description: 'Description of the error, with the remedy.' }),
};
const request_id = Type.String({ description: 'ID of the request, also in the `X-Request-Id` header.' });
const common = { ...error, code: Type.String({ description: 'Stable machine-readable code.' }), request_id };
const withCode = (codes: readonly ErrorCode[]) => ({
  ...error,
  code: oneOf(codes, { description: 'Stable machine-readable code.' }),
  request_id,
});

const details = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'Values that explain the error, by code. The reference lists them for each code.',
  },
);

/**
 * The body of an error that has no other. `additionalProperties` is absent, although further fields are possible: in
 * generated types it becomes an index signature, which hides the fields of other bodies.
 */
const ErrorBody = named(
  'Error',
  Type.Object(
    { ...common, details: Type.Optional(details) },
    { description: 'The error that ended the request, with its code, message and remedy.' },
  ),
);

/** The body of a 400, and of errors of other statuses that name the field at fault. */
export const ValidationErrorBody = named(
  'ValidationError',
  Type.Object(
    {
      ...common,
      field: Type.String({
        description: 'JSON pointer to the first invalid field. Empty for the whole body.',
        examples: [''],
      }),
      details: Type.Object(
        {
          errors: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  field: Type.String({ description: 'JSON pointer to the invalid field.' }),
                  message: Type.String({ description: 'Description of the error of the field.' }),
                  code: Type.Optional(
                    nullable(Type.String({ description: 'Machine-readable code, if the field has a specific one.' })),
                  ),
                },
                { additionalProperties: true },
              ),
              { description: 'All invalid fields, at most 20.' },
            ),
          ),
        },
        {
          additionalProperties: true,
          description: 'Values that explain the error, by code. The reference lists them for each code.',
        },
      ),
    },
    { description: 'A validation error. Bulk requests also return `results`.' },
  ),
);

const SLOT_CODES = ['SLOT_CONFLICT', 'OUTSIDE_AVAILABILITY', 'MINIMUM_NOTICE', 'HOST_DAILY_LIMIT'] as const;
/** The body of a slot that can't be booked. */
const SlotRefusedBody = named(
  'SlotRefused',
  strictObject({ ...withCode(SLOT_CODES), ...slotRefusedFields }, { description: "A slot that can't be booked." }),
);

const KEY_CODES = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const;
/** The body of a request whose idempotency key can't be used. */
const IdempotencyErrorBody = named(
  'IdempotencyError',
  strictObject(
    {
      ...withCode(KEY_CODES),
      replayed: Type.Literal(false, { description: "Always false. This isn't the response of an earlier request." }),
    },
    { description: "An idempotency key that can't be used." },
  ),
);

const has = (codes: readonly ErrorCode[], code: ErrorCode): boolean => codes.includes(code);

/** Returns the schema of the body with which an endpoint answers a code. */
export function errorBodyOf({ fieldErrors = [] }: Pick<Contract, 'fieldErrors'>, code: ErrorCode): TSchema {
  if (has(SLOT_CODES, code)) return SlotRefusedBody;
  if (has(KEY_CODES, code)) return IdempotencyErrorBody;
  return statusOf(code) === 400 || has(fieldErrors, code) ? ValidationErrorBody : ErrorBody;
}
