import { named, nullable, strictObject, Type } from './common.js';

const error = {
  error: Type.String({ description: 'Short title.' }),
  message: Type.String({ description: 'What is wrong and what to do.' }),
};
const common = {
  ...error,
  code: Type.String({ description: 'Stable machine-readable code.' }),
  request_id: Type.String({ description: 'The same as the X-Request-Id header.' }),
};

/** The body of every error. */
export const ErrorBody = named('Error', Type.Object(common, { description: 'An error.', additionalProperties: true }));

/** The body of a 400. */
export const ValidationErrorBody = named(
  'ValidationError',
  Type.Object(
    {
      ...common,
      field: Type.String({ description: 'JSON pointer to what is wrong; empty for the whole body.' }),
      details: Type.Object(
        {
          errors: Type.Optional(
            Type.Array(
              strictObject({
                field: Type.String({ description: 'JSON pointer.' }),
                message: Type.String({ description: 'What is wrong there.' }),
                code: Type.Optional(
                  nullable(Type.String({ description: 'Machine-readable code, where it has its own.' })),
                ),
              }),
              { description: 'Everything that is wrong, at most 20.' },
            ),
          ),
        },
        { additionalProperties: true, description: 'More about the error.' },
      ),
    },
    { additionalProperties: true, description: 'A request that does not fit; bulk requests add their `results`.' },
  ),
);
