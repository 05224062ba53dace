import { changeAgent } from '../../agents/agents.js';
import { type ApplyEffect, DONE, SOURCE_NAMES } from '../effect.js';

/** Pauses or resumes an agent for all its leads. */
const switchTo =
  <T extends 'pause_workflow' | 'resume_workflow'>(paused: boolean): ApplyEffect<T> =>
  async (work, { account, agentId }, { params }, source) => {
    const result = await changeAgent(
      work,
      { accountId: account.id, timezone: 'UTC' },
      params.workflow_id?.toLowerCase() ?? agentId ?? '',
      { paused, pause_reason: paused ? (params.reason ?? `Paused by a ${SOURCE_NAMES[source.kind]}.`) : null },
      source.origin,
    );
    return result.outcome === 'done' ? DONE : { skipped: 'Workflow not found.' };
  };

/** Pauses an agent for all its leads. */
export const applyPauseWorkflow = switchTo<'pause_workflow'>(true);

/** Resumes a paused agent. */
export const applyResumeWorkflow = switchTo<'resume_workflow'>(false);
