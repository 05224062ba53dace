import { type Contract, takesKey } from '../../schemas/contract.js';
import { type Components, pascal } from './components.js';

type Json = Record<string, unknown>;

/** Describes what an operation takes in its path, its query and its headers. */
export const parametersOf = (contract: Contract, refer: Components['refer']): Json[] => [
  ...pathParameters(contract),
  ...queryParameters(contract, refer),
  ...headerParameters(contract),
  ...ownHeaders(contract),
];

const pathParameters = (contract: Contract): Json[] =>
  [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: contract.params?.properties[name as string]?.description,
    schema: { type: 'string' },
  }));

const queryParameters = (contract: Contract, refer: Components['refer']): Json[] =>
  Object.entries(contract.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: contract.query?.required?.includes(name) ?? false,
    description: schema.description,
    schema: refer(schema, pascal(contract.operationId) + pascal(name)),
  }));

const headerParameters = (contract: Contract): Json[] =>
  takesKey(contract)
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            contract.keyLasts === 'forever'
              ? 'A unique key for this request. Repeating the request with the same key returns the first response for ' +
                'as long as the created resource exists.'
              : 'A unique key for this request. Repeating the request with the same key within 24 hours returns the ' +
                'first response and has no further effect.',
          schema: { type: 'string', minLength: 1, maxLength: 128 },
        },
      ]
    : [];

const ownHeaders = ({ headers }: Contract): Json[] =>
  Object.entries(headers?.properties ?? {}).map(([name, { description, type }]) => ({
    name,
    in: 'header',
    required: headers?.required?.includes(name) ?? false,
    description,
    schema: { type },
  }));
