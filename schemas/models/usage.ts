import { named, Success, strictObject, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { ModelKey } from './models.js';

const Count = (description: string) => Type.Integer({ description });
const Day = (description: string) => Type.String({ format: 'date', description });

const ModelUsage = named(
  'ModelUsage',
  strictObject({
    day: Day('Day (UTC).'),
    workflow_id: Uuid('ID of the agent.'),
    model: { ...ModelKey, description: 'Key of the model.' },
    turns: Count('Number of turns with calls of the model.'),
    calls: Count('Number of calls, including failed and discarded ones.'),
    failed: Count('Number of failed calls.'),
    input_tokens: Count('Number of input tokens.'),
    cached_tokens: Count('Number of cached input tokens.'),
    output_tokens: Count('Number of output tokens.'),
    cost_micros: Count('Cost at the prices of that time, in millionths of your currency.'),
  }),
);

export const getModelUsageContract = contract({
  operationId: 'getModelUsage',
  method: 'get',
  path: '/api/public/model-usage',
  tag: 'Models',
  scope: 'reports:read',
  summary: 'List the usage and cost of models by day, agent and model.',
  query: Type.Object({
    from: Type.Optional(Day('First day (UTC). Defaults to 30 days ago.')),
    to: Type.Optional(Day('Last day (UTC). Defaults to today. The range can be at most 366 days.')),
    workflow_id: Type.Optional(Uuid('Includes only this agent.')),
  }),
  success: {
    200: strictObject({
      success: Success,
      usage: Type.Array(ModelUsage, { description: 'Usage entries, latest day first.' }),
      cost_micros: Count('Total cost, in millionths of your currency.'),
    }),
  },
  errors: ['INVALID_DATE'],
});
