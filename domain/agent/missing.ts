import type { AgentField } from '../../schemas/agents/agents.js';
import { fieldsAndColumns, nextMissing } from './fields.js';
import type { Scene } from './scene.js';
import { mayUse } from './settings.js';

/** Tells whether the agent has times to offer to whom it talks to. */
export const offersTimes = ({ agent: { ai }, hasMeeting }: Pick<Scene, 'agent' | 'hasMeeting'>): boolean =>
  ai.meeting_type !== null && mayUse(ai, 'get_availability') && !hasMeeting;

/**
 * Returns what is still to be asked for: required fields first, then an address where a meeting is to be booked for
 * nobody yet.
 */
export function missingIn(scene: Pick<Scene, 'agent' | 'hasMeeting' | 'known' | 'isLead'>): AgentField | undefined {
  const { agent, known, isLead } = scene;
  const required = nextMissing(agent.fields, known);
  if (required || isLead || !offersTimes(scene) || known.email || known.phone) return required;
  return fieldsAndColumns(agent.fields).find(({ key }) => key === 'email');
}
