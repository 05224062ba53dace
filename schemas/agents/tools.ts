import { AnyJson, oneOf, strictObject, Type } from '../common.js';
import type { AgentTool } from './talking.js';

/** The reason why a model may give a lead to a person. */
export const MODEL_HANDOFFS = ['asked', 'topic', 'low_confidence', 'no_answer', 'negative', 'safety'] as const;

const Reason = Type.String({ minLength: 1, maxLength: 500, description: 'Why, in a sentence for operators.' });
/** Some servers take no tool without arguments; what a model says here is not looked at. */
const Note = Type.Optional(Type.String({ maxLength: 500, description: 'Optional note. It is not stored.' }));
const Optional = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) => Type.Optional(schema);

/** The arguments of each tool, for the prompt and for the validation of calls. */
export const TOOL_ARGUMENTS = {
  capture_field: strictObject({
    key: Type.String({ minLength: 1, maxLength: 64, description: 'Key of the field or column of the lead.' }),
    value: AnyJson('Its value: text, number or true/false, as the field’s type asks. Dates as YYYY-MM-DD.'),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How sure you are.' }),
    evidence: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'The lead’s own words that say so, verbatim.',
    }),
  }),
  set_status: strictObject({
    status_key: Type.String({ minLength: 1, maxLength: 50, description: 'Key of the new status.' }),
    reason: Reason,
  }),
  add_tag: strictObject({
    tag: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the tag to add.' }),
    reason: Optional(Reason),
  }),
  search_knowledge: strictObject({
    query: Type.String({ minLength: 1, maxLength: 200, description: 'What to look for, in a few words.' }),
  }),
  get_availability: strictObject({ note: Note }),
  book_meeting: strictObject({
    slot_id: Type.String({ minLength: 1, maxLength: 64, description: 'The slot_id of a time that was offered.' }),
  }),
  send_link: strictObject({
    key: Type.String({ minLength: 1, maxLength: 64, description: 'Key of the link to send.' }),
  }),
  request_human: strictObject({
    reason: oneOf(MODEL_HANDOFFS, { description: 'Why the lead needs a person.' }),
    summary: Optional(
      Type.String({ maxLength: 1_000, description: 'Summary of the conversation for the colleague who takes over.' }),
    ),
  }),
  schedule_followup: strictObject({
    at: Type.String({
      format: 'date-time',
      description: 'Time of the follow-up in ISO 8601 with its offset from UTC.',
    }),
    note: Optional(
      Type.String({ maxLength: 500, description: 'Topic of the follow-up, for the message that is sent then.' }),
    ),
  }),
  opt_out_lead: strictObject({ note: Note }),
  end_conversation: strictObject({ reason: Reason }),
} as const satisfies Record<AgentTool, ReturnType<typeof strictObject>>;
