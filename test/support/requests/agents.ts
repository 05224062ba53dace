import { mailStep } from '../agent-requests.js';
import { at, one, type Requests, resource } from './ask.js';

export const agentsRequests: Requests = {
  listWorkflowVersions: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/versions`,
  ),
  getWorkflowVersion: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/versions/1`,
  ),
  planWorkflow: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/plan`,
    {},
  ),
  checkWorkflow: at('/workflows/check', { name: 'Follow up', cadence: { steps: [mailStep('Hello')] } }),
  listWorkflows: at('/workflows'),
  createWorkflow: at('/workflows', { name: 'Follow up', cadence: { steps: [mailStep('Hello')] } }),
  getWorkflow: resource((world) => world.draft(), 'workflows'),
  updateWorkflow: resource((world) => world.draft(), 'workflows', { name: 'Renamed' }),
  deleteWorkflow: resource((world) => world.draft(), 'workflows'),
  publishWorkflow: one(
    (world) => world.draft(),
    (id) => `/workflows/${id}/publish`,
  ),
  simulateWorkflow: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/simulate`,
    { lead: { first_name: 'Ana', email: 'ana@example.com' } },
  ),
  converseWithWorkflow: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/converse`,
    { messages: [{ text: 'Hello, are you there?' }] },
  ),
  compareVariants: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/variants`,
  ),
  replayConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/replay`,
    {},
  ),
};
