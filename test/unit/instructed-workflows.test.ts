import { describe, expect, it } from '@jest/globals';
import * as workflows from '../../workflows/index.js';
import type { WorkflowInputs } from '../../workflows/instructions.protocol.js';

/** Doesn't compile where a workflow takes another input than it is started with. */
const started: { [Name in keyof WorkflowInputs]: (input: WorkflowInputs[Name]) => Promise<unknown> } = workflows;

describe('the workflows that are started by name', () => {
  it('are all that the worker registers', () => {
    const typed: Record<keyof WorkflowInputs, true> = {
      backgroundJobCycleWorkflow: true,
      bookingWorkflow: true,
      calendarSyncWorkflow: true,
      cadenceWorkflow: true,
      campaignWorkflow: true,
      conversationWorkflow: true,
      digestWorkflow: true,
      erasureWorkflow: true,
      functionFireWorkflow: true,
      functionRunWorkflow: true,
      importWorkflow: true,
      knowledgeWorkflow: true,
      inboundEventWorkflow: true,
      messageWorkflow: true,
      sandboxCallWorkflow: true,
      templateSyncWorkflow: true,
      userMailWorkflow: true,
      webhookDeliveryWorkflow: true,
      webhookWorkflow: true,
    };
    expect(Object.keys(started).sort()).toEqual(Object.keys(typed).sort());
  });
});
