import { mailStep } from '../agent-requests.js';
import { at, one, type Requests, resource } from './ask.js';

export const agentsRequests: Requests = {
  listWorkflowVersions: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/${id}/versions`,
  ),
  getWorkflowVersion: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/${id}/versions/1`,
  ),
  planWorkflow: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/${id}/plan`,
    {},
  ),
  checkWorkflow: at('/workflows/check', { name: 'Follow up', cadence: { steps: [mailStep('Hello')] } }),
  listWorkflows: at('/workflows'),
  createWorkflow: at('/workflows', { name: 'Follow up', cadence: { steps: [mailStep('Hello')] } }),
  getWorkflow: resource((fixture) => fixture.draft(), 'workflows'),
  updateWorkflow: resource((fixture) => fixture.draft(), 'workflows', { name: 'Renamed' }),
  deleteWorkflow: resource((fixture) => fixture.draft(), 'workflows'),
  publishWorkflow: one(
    (fixture) => fixture.draft(),
    (id) => `/workflows/${id}/publish`,
  ),
  simulateWorkflow: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/${id}/simulate`,
    { lead: { first_name: 'Ana', email: 'ana@example.com' } },
  ),
  converseWithWorkflow: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/${id}/converse`,
    { messages: [{ text: 'Hello, are you there?' }] },
  ),
  compareVariants: one(
    (fixture) => fixture.agent(),
    (id) => `/workflows/${id}/variants`,
  ),
  replayConversation: one(
    (fixture) => fixture.conversation(),
    (id) => `/conversations/${id}/replay`,
    {},
  ),
};
