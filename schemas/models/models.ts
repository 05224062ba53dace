import {
  named,
  nullable,
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

const LINE = '^[^\\x00-\\x1f\\x7f\\u2028\\u2029]*$';

/** How an agent names a model. */
export const ModelKey = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
  description: 'What agents call it: small letters, digits, hyphens and underscores.',
  examples: ['small'],
});
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: LINE, description: 'What people call it.' });
const BaseUrl = Type.String({
  minLength: 8,
  maxLength: 2_048,
  pattern: '^https?://[^\\s]+$',
  description:
    'Where its server is, without `/chat/completions`; it has to speak OpenAI’s chat completions. https and a public ' +
    'address, but for hosts that the setting `MODEL_PRIVATE_HOSTS` names.',
  examples: ['https://api.openai.com/v1'],
});
const ModelName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: LINE,
  description: 'The server’s own name of the model.',
  examples: ['gpt-4o-mini'],
});
const ApiKey = Type.String({
  minLength: 1,
  maxLength: 1_000,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'The server’s key. Kept encrypted and never shown.',
});
const TimeoutMs = Type.Integer({
  minimum: 1_000,
  maximum: 30_000,
  description: 'Milliseconds that one call may take; 30,000.',
});
const Temperature = Type.Number({
  minimum: 0,
  maximum: 2,
  description: 'How freely it writes; the server’s own if null.',
});
const Price = (of: string) =>
  Type.Number({ minimum: 0, maximum: 1_000_000, description: `What a million ${of} cost, in your currency; 0.` });

/** A model that agents answer with, as the API answers it. */
export const Model = named(
  'Model',
  strictObject({
    id: Uuid('The model.'),
    key: ModelKey,
    name: Name,
    base_url: BaseUrl,
    model: ModelName,
    api_key_set: Type.Boolean({ description: 'Whether a key is stored.' }),
    timeout_ms: TimeoutMs,
    temperature: nullable(Temperature),
    price_input: Price('tokens that it reads'),
    price_cached_input: nullable(Price('tokens that it has read before; as those that it reads if null')),
    price_output: Price('tokens that it writes'),
    version: Type.Integer({ description: 'Rises with each change, so that what a turn cost can be told later.' }),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);
export type Model = Static<typeof Model>;

const Answer = strictObject({ success: Success, model: Model });
const params = Type.Object({ id: Uuid('The model.') });
const tag = 'Models';
const scope = 'models:write';
const ignoredKeys = ['id', 'api_key_set', 'version', 'created_at', 'updated_at'];

const details = {
  api_key: Type.Optional(nullable(ApiKey)),
  timeout_ms: optional(TimeoutMs),
  temperature: Type.Optional(nullable(Temperature)),
  price_input: optional(Price('tokens that it reads')),
  price_cached_input: Type.Optional(nullable(Price('tokens that it has read before'))),
  price_output: optional(Price('tokens that it writes')),
};

export const listModelsContract = contract({
  operationId: 'listModels',
  method: 'get',
  path: '/api/public/models',
  tag,
  scope,
  summary: 'List the models that agents can answer with, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      models: Type.Array(Model, { description: 'The models.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createModelContract = contract({
  operationId: 'createModel',
  method: 'post',
  path: '/api/public/models',
  tag,
  ignoredKeys,
  scope,
  summary: 'Add a model that agents can answer with.',
  description: 'An agent uses it once `ai.model` names its key and the agent is published.',
  body: strictObject({ key: ModelKey, name: optional(Name), base_url: BaseUrl, model: ModelName, ...details }),
  success: { 201: Answer },
  errors: ['NAME_TAKEN'],
});

export const getModelContract = contract({
  operationId: 'getModel',
  method: 'get',
  path: '/api/public/models/{id}',
  tag,
  scope,
  summary: 'Get a model.',
  params,
  success: { 200: Answer },
  errors: ['MODEL_NOT_FOUND'],
});

export const updateModelContract = contract({
  operationId: 'updateModel',
  method: 'patch',
  path: '/api/public/models/{id}',
  tag,
  ignoredKeys: [...ignoredKeys, 'key'],
  scope,
  summary: 'Change a model: what is left out stays, null clears. Its key stays what it is.',
  params,
  body: strictObject({
    name: optional(Name),
    base_url: optional(BaseUrl),
    model: optional(ModelName),
    ...details,
  }),
  success: { 200: Answer },
  errors: ['MODEL_NOT_FOUND'],
});
export type UpdateModelBody = Static<(typeof updateModelContract)['body']>;

export const deleteModelContract = contract({
  operationId: 'deleteModel',
  method: 'delete',
  path: '/api/public/models/{id}',
  tag,
  scope,
  summary: 'Remove a model that no agent answers with.',
  params,
  success: { 204: null },
  errors: ['MODEL_NOT_FOUND', 'IN_USE'],
});
