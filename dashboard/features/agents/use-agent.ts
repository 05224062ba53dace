import type { Agent } from '../../../schemas/agents/agents.js';
import { requestTagged } from '../../api/request.js';
import { type Draft, useDraft } from '../../api/use-draft.js';

/** The parts that a version holds. */
export const PARTS = [
  ...(['name', 'goal_type', 'timezone', 'channels', 'statuses', 'fields', 'cadence', 'exit', 'reenrollment'] as const),
  ...(['limits', 'ai', 'handoff'] as const),
] as const;
export type Definition = Pick<Agent, (typeof PARTS)[number]>;

/** Takes of an agent what a version holds. */
export const definitionOf = (agent: Definition): Definition =>
  Object.fromEntries(PARTS.map((part) => [part, agent[part]])) as unknown as Definition;

export type AgentDraft = Draft<Agent>;

/** Edits an agent's draft, which saves itself. */
export function useAgent(id: string): AgentDraft {
  return useDraft<Agent>({
    id,
    operation: 'updateWorkflow',
    isAutomatic: true,
    load: async () => {
      const { body, tag } = await requestTagged('getWorkflow', { params: { id } });
      return { body: body.workflow, tag };
    },
    send: async (changes, how) => {
      const { body, tag } = await requestTagged('updateWorkflow', { params: { id }, body: changes }, how);
      return { body: body.workflow, tag };
    },
  });
}
