import { describe, expect, it } from '@jest/globals';
import * as workflows from '../../workflows/index.js';
import type { WorkflowInputs } from '../../workflows/instructions.protocol.js';

/** Doesn't compile where a workflow takes another input than instructions give it. */
const instructed: { [Name in keyof WorkflowInputs]: (input: WorkflowInputs[Name]) => Promise<unknown> } = workflows;

/** Those that something else starts: an enrolment's own instruction, a schedule. */
const STARTED_OTHERWISE = ['cadenceWorkflow', 'functionFireWorkflow'];

describe('the workflows that instructions name', () => {
  it('are all that the worker registers but for those which something else starts', () => {
    const registered = Object.keys(instructed).filter((name) => !STARTED_OTHERWISE.includes(name));
    const typed: Record<keyof WorkflowInputs, true> = {
      backgroundJobCycleWorkflow: true,
      bookingWorkflow: true,
      calendarSyncWorkflow: true,
      campaignWorkflow: true,
      conversationWorkflow: true,
      digestWorkflow: true,
      functionRunWorkflow: true,
      importWorkflow: true,
      knowledgeWorkflow: true,
      inboundEventWorkflow: true,
      messageWorkflow: true,
      sandboxCallWorkflow: true,
      templateSyncWorkflow: true,
      userMailWorkflow: true,
      webhookDeliveryWorkflow: true,
    };
    expect(registered.sort()).toEqual(Object.keys(typed).sort());
  });
});
