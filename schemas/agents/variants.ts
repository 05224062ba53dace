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
  summary: 'Compare the variants of an agent by the results of their turns.',
  description: 'For an agent without variants, returns the results of all turns with the variant null.',
  params: Type.Object({ id: Uuid('ID of the agent.') }),
  query: Type.Object({
    from: Type.Optional(Day('First day (UTC). Defaults to 30 days ago.')),
    to: Type.Optional(Day('Last day (UTC). Defaults to today. The range can be at most 366 days.')),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Includes only turns of this version.' })),
  }),
  success: {
    200: strictObject({
      success: Success,
      from: Timestamp('Start of the range.'),
      to: Timestamp('End of the range.'),
      variants: Type.Array(
        strictObject({
          variant: nullable(Type.String({ description: 'Key of the variant. Null if none.' })),
          conversations: Count('Number of conversations with turns of the variant.'),
          turns: Count('Number of turns, including those without a reply.'),
          answered: Count('Number of turns with a reply.'),
          captured: Count('Number of captured values.'),
          booked: Count('Number of booked meetings.'),
          handed_over: Count('Number of turns that ended with a handoff.'),
          cost_micros: Count('Cost of the models, in millionths of your currency.'),
          cost_per_booking_micros: nullable(
            Count('Cost per booked meeting, in millionths of your currency. Null if no meeting was booked.'),
          ),
        }),
        { description: 'Variants with turns, and those of the published version.' },
      ),
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'INVALID_DATE'],
});
