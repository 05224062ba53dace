import { named, Success, strictObject, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { ModelKey } from './models.js';

const Count = (description: string) => Type.Integer({ description });
const Day = (description: string) => Type.String({ format: 'date', description });

const ModelUsage = named(
  'ModelUsage',
  strictObject({
    day: Day('The day, UTC.'),
    workflow_id: Uuid('The agent.'),
    model: { ...ModelKey, description: 'The model, by its key.' },
    turns: Count('Turns in which it was asked.'),
    calls: Count('Calls, failed ones and those that came to nothing included.'),
    failed: Count('Those of them that failed.'),
    input_tokens: Count('Tokens that it read.'),
    cached_tokens: Count('Those of them that its server had read before.'),
    output_tokens: Count('Tokens that it wrote.'),
    cost_micros: Count('What it cost by the prices of then, in millionths of your currency.'),
  }),
);

export const getModelUsageContract = contract({
  operationId: 'getModelUsage',
  method: 'get',
  path: '/api/public/model-usage',
  tag: 'Models',
  scope: 'reports:read',
  summary: 'See what models were used for and what that cost, by day, agent and model.',
  query: Type.Object({
    from: Type.Optional(Day('The first day, UTC; thirty days ago if not given.')),
    to: Type.Optional(Day('The last day, UTC; today if not given. At most 366 days.')),
    workflow_id: Type.Optional(Uuid('Only this agent.')),
  }),
  success: {
    200: strictObject({
      success: Success,
      usage: Type.Array(ModelUsage, { description: 'The latest day first.' }),
      cost_micros: Count('What all of it cost.'),
    }),
  },
  errors: ['INVALID_DATE'],
});
