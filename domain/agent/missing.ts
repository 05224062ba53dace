import type { AgentField } from '../../schemas/agents/agents.js';
import { fieldsAndColumns, nextMissing } from './fields.js';
import { mayUse } from './settings.js';
import type { TurnInput } from './turn-input.js';

/** Returns whether the agent has times to offer to whom it talks to. */
export const offersTimes = ({ agent: { ai }, hasMeeting }: Pick<TurnInput, 'agent' | 'hasMeeting'>): boolean =>
  ai.meeting_type !== null && mayUse(ai, 'get_availability') && !hasMeeting;

/**
 * Returns the next field to ask for: required fields first, then an address if a meeting is to be booked and the lead
 * has none.
 */
export function missingIn(
  turnInput: Pick<TurnInput, 'agent' | 'hasMeeting' | 'known' | 'isLead'>,
): AgentField | undefined {
  const { agent, known, isLead } = turnInput;
  const required = nextMissing(agent.fields, known);
  if (required || isLead || !offersTimes(turnInput) || known.email || known.phone) return required;
  return fieldsAndColumns(agent.fields).find(({ key }) => key === 'email');
}
