import { at, ofLead, ofRun, one, PUBLIC, type Requests, resource } from './ask.js';

export const agentRunsRequests: Requests = {
  wakeWorkflowRun: one(
    async (world) => (await world.enrolled()).runId,
    (id) => `/workflow-runs/${id}/wake`,
  ),
  listWorkflowRuns: at('/workflow-runs'),
  getWorkflowRun: resource(async (world) => (await world.enrolled()).runId, 'workflow-runs'),
  bulkWorkflowRuns: async (world) => ({
    path: `${PUBLIC}/workflow-runs/bulk`,
    body: { operation: 'pause', filter: { workflow_run_ids: [(await world.enrolled()).runId] } },
  }),
  getLeadNext: ofLead('/next'),
  isLeadPaused: ofLead('/is_paused'),
  stopAutomation: async (world) => {
    const { leadId, runId } = await world.enrolled();
    return { path: `${PUBLIC}/leads/${leadId}/automation/stop`, body: { workflow_run_id: runId } };
  },
  resumeAutomation: async (world) => {
    const { leadId, runId } = await world.enrolled();
    return { path: `${PUBLIC}/leads/${leadId}/automation/resume`, body: { workflow_run_id: runId } };
  },
  setLeadStatus: ofRun('/status', { status_key: 'new' }),
  assignWorkflow: async (world) => ({
    path: `${PUBLIC}/leads/${await world.lead()}/assign-workflow`,
    body: { workflow_id: await world.agent() },
  }),
};
