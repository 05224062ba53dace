import {
  LINE,
  named,
  nameText,
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

/** The name of a model for agents. */
export const ModelKey = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
  description: 'Key that agents refer to: lowercase letters, digits, hyphens and underscores.',
  examples: ['small'],
});
const Name = nameText();
const BaseUrl = Type.String({
  minLength: 8,
  maxLength: 2_048,
  pattern: '^https?://[^\\s]+$',
  description:
    "Base URL of the server, without `/chat/completions`. The server must support OpenAI's chat completions. " +
    'Must be https and public, except for hosts in `MODEL_PRIVATE_HOSTS`.',
  examples: ['https://api.openai.com/v1'],
});
const ModelName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: LINE,
  description: 'Name of the model on the server.',
  examples: ['gpt-4o-mini'],
});
const ApiKey = Type.String({
  minLength: 1,
  maxLength: 1_000,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'API key of the server. It is encrypted and never returned.',
});
const TimeoutMs = Type.Integer({
  minimum: 1_000,
  maximum: 30_000,
  description: 'Timeout of a call in milliseconds. Defaults to 30,000.',
});
const Temperature = Type.Number({
  minimum: 0,
  maximum: 2,
  description: "Sampling temperature. Null uses the server's default.",
});
const Price = (of: string) =>
  Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    description: `Price of a million ${of}, in your currency. Defaults to 0.`,
  });

/** A model that agents answer with, as the API answers it. */
export const Model = named(
  'Model',
  strictObject({
    id: Uuid(),
    key: ModelKey,
    name: Name,
    base_url: BaseUrl,
    model: ModelName,
    api_key_set: Type.Boolean({ description: 'Whether a key is stored.' }),
    timeout_ms: TimeoutMs,
    temperature: nullable(Temperature),
    price_input: Price('input tokens'),
    price_cached_input: nullable(Price('cached input tokens, or the price of input tokens if null')),
    price_output: Price('output tokens'),
    version: Type.Integer({ description: 'Version number, which increases with each change.' }),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);
export type Model = Static<typeof Model>;

const Answer = strictObject({ success: Success, model: Model });
const params = Type.Object({ id: Uuid() });
const tag = 'Models';
const scope = 'models:write';
const ignoredKeys = ['id', 'api_key_set', 'version', 'created_at', 'updated_at'];

const details = {
  api_key: Type.Optional(nullable(ApiKey)),
  timeout_ms: optional(TimeoutMs),
  temperature: Type.Optional(nullable(Temperature)),
  price_input: optional(Price('input tokens')),
  price_cached_input: Type.Optional(nullable(Price('cached input tokens'))),
  price_output: optional(Price('output tokens')),
};

export const listModelsContract = contract({
  operationId: 'listModels',
  method: 'get',
  path: '/api/public/models',
  tag,
  scope,
  summary: 'List the models, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      models: Type.Array(Model, { description: 'One page of models, newest first.' }),
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
  summary: 'Create a model.',
  description: 'To use the model, set its key as `ai.model` of an agent and publish the agent.',
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
  summary: "Update a model. Omitted fields are unchanged, and null clears a field. The key can't be changed.",
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
  summary: 'Delete a model. Fails if an agent uses it.',
  params,
  success: { 204: null },
  errors: ['MODEL_NOT_FOUND', 'IN_USE'],
});
