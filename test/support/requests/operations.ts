import { at, INTERNAL, one, type Requests, within } from './ask.js';

export const operationsRequests: Requests = {
  getSummary: at('/reports/summary'),
  getReport: at('/reports/messages'),
  getWorkflowFunnel: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/funnel`,
  ),
  getWorkflowStats: one(
    (world) => world.agent(),
    (id) => `/workflows/stats?ids=${id}`,
  ),
  getSystem: within('/system'),
  retryInstruction: async (world) => ({ path: `${INTERNAL}/outbox/${await world.parked()}/retry` }),
  retryInboundEvent: async (world) => ({
    path: `${INTERNAL}/inbound-events/${await world.inboundEvent()}/retry`,
  }),
  retryHeldWork: async () => ({ path: `${INTERNAL}/held-work/retry` }),
  listAttention: at('/attention'),
  dismissAttention: one(
    (world) => world.message('unknown'),
    (id) => `/attention/message_unknown/${id}/dismiss`,
  ),
};
