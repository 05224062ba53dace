import { nullable, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

const Count = (description: string) => Type.Integer({ description });
const Day = (description: string) => Type.String({ format: 'date', description });

export const compareVariantsContract = contract({
  operationId: 'compareVariants',
  method: 'get',
  path: '/api/public/workflows/{id}/variants',
  tag: 'Conversations',
  scope: 'reports:read',
  summary: 'Compare the variants of an agent by what their turns came to.',
  description: 'Where an agent has no variants, what all its turns came to, under `null`.',
  params: Type.Object({ id: Uuid('The agent.') }),
  query: Type.Object({
    from: Type.Optional(Day('The first day, UTC; thirty days ago if not given.')),
    to: Type.Optional(Day('The last day, UTC; today if not given. At most 366 days.')),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Only turns that this version took.' })),
  }),
  success: {
    200: strictObject({
      success: Success,
      from: Timestamp('From when.'),
      to: Timestamp('Up to when.'),
      variants: Type.Array(
        strictObject({
          variant: nullable(Type.String({ description: 'The variant, by its key; null: none.' })),
          conversations: Count('Conversations in which it took a turn.'),
          turns: Count('Turns, those in which it said nothing included.'),
          answered: Count('Turns that it answered.'),
          captured: Count('Values that it learned.'),
          booked: Count('Meetings that it booked.'),
          handed_over: Count('Turns that ended with a person.'),
          cost_micros: Count('What its models cost, in millionths of your currency.'),
          cost_per_booking_micros: nullable(Count('That for each meeting; null while there is none.')),
        }),
        { description: 'Those that took turns, and those of the published version.' },
      ),
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'INVALID_DATE'],
});
