import { at, ofLead, ofRun, one, PUBLIC, type Requests, resource } from './ask.js';

export const agentRunsRequests: Requests = {
  wakeWorkflowRun: one(
    async (fixture) => (await fixture.enrolled()).runId,
    (id) => `/workflow-runs/${id}/wake`,
  ),
  listWorkflowRuns: at('/workflow-runs'),
  getWorkflowRun: resource(async (fixture) => (await fixture.enrolled()).runId, 'workflow-runs'),
  bulkWorkflowRuns: async (fixture) => ({
    path: `${PUBLIC}/workflow-runs/bulk`,
    body: { operation: 'pause', filter: { workflow_run_ids: [(await fixture.enrolled()).runId] } },
  }),
  getLeadNext: ofLead('/next'),
  isLeadPaused: ofLead('/is_paused'),
  stopAutomation: async (fixture) => {
    const { leadId, runId } = await fixture.enrolled();
    return { path: `${PUBLIC}/leads/${leadId}/automation/stop`, body: { workflow_run_id: runId } };
  },
  resumeAutomation: async (fixture) => {
    const { leadId, runId } = await fixture.enrolled();
    return { path: `${PUBLIC}/leads/${leadId}/automation/resume`, body: { workflow_run_id: runId } };
  },
  setLeadStatus: ofRun('/status', { status_key: 'new' }),
  assignWorkflow: async (fixture) => ({
    path: `${PUBLIC}/leads/${await fixture.lead()}/assign-workflow`,
    body: { workflow_id: await fixture.agent() },
  }),
};
