import { at, INTERNAL, one, type Requests, within } from './ask.js';

export const operationsRequests: Requests = {
  getSummary: at('/reports/summary'),
  getReport: at('/reports/messages'),
  getBoard: at('/reports/board'),
  listBoardLeads: at('/reports/board/leads'),
  getWorkflowFunnel: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/${id}/funnel`,
  ),
  getWorkflowPipeline: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/${id}/pipeline`,
  ),
  listPipelineLeads: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/${id}/pipeline/leads?status_key=new`,
  ),
  getWorkflowStats: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/stats?ids=${id}`,
  ),
  getSystem: within('/system'),
  retryInstruction: async (fixture) => ({ path: `${INTERNAL}/outbox/${await fixture.parked()}/retry` }),
  retryInboundEvent: async (fixture) => ({
    path: `${INTERNAL}/inbound-events/${await fixture.inboundEvent()}/retry`,
  }),
  retryHeldWork: async () => ({ path: `${INTERNAL}/held-work/retry` }),
  listAttention: at('/attention'),
  dismissAttention: one(
    (fixture) => fixture.message('unknown'),
    (id) => `/attention/message_unknown/${id}/dismiss`,
  ),
};
