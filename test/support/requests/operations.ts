import { at, INTERNAL, one, type Requests, resource, within } from './ask.js';

export const operationsRequests: Requests = {
  getSummary: at('/reports/summary'),
  getReport: at('/reports/messages'),
  getPerformance: at('/reports/performance'),
  listPerformanceLeads: at('/reports/performance/leads'),
  createReportLink: at('/report-links', { name: 'For the board' }),
  listReportLinks: at('/report-links'),
  deleteReportLink: resource((fixture) => fixture.reportLink(), 'report-links'),
  listReportGoals: at('/report-goals'),
  setReportGoal: at('/report-goals', { owner_id: null, meetings_target: 20, won_target: 5 }),
  openReportLink: async (fixture) => ({
    path: `${INTERNAL}/report-links/open`,
    body: { token: await fixture.reportLinkToken() },
  }),
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
