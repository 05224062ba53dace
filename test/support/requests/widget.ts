import { randomUUID } from 'node:crypto';
import { SITE } from '../widgets.js';
import { at, one, PUBLIC, type Requests, resource, WIDGET } from './ask.js';

export const widgetRequests: Requests = {
  listWidgets: at('/widgets'),
  createWidget: async (world) => ({
    path: `${PUBLIC}/widgets`,
    body: { name: 'Shop', workflow_id: await world.agent(), allowed_domains: ['shop.example.com'] },
  }),
  getWidget: resource((world) => world.widget(), 'widgets'),
  updateWidget: resource((world) => world.widget(), 'widgets', { quick_replies: ['Prices'] }),
  deleteWidget: resource((world) => world.widget(), 'widgets'),
  regenerateWidgetKey: one(
    (world) => world.widget(),
    (id) => `/widgets/${id}/regenerate-key`,
  ),
  regenerateIdentitySecret: one(
    (world) => world.widget(),
    (id) => `/widgets/${id}/regenerate-identity-secret`,
  ),
  getWidgetTelemetry: one(
    (world) => world.widget(),
    (id) => `/widgets/${id}/telemetry`,
  ),
  showWidgetFrame: async (world) => ({ path: `/widget/frame?key=${(await world.chat()).key}` }),
  getChatConfig: async () => ({ path: `${PUBLIC}/chat/config`, headers: { origin: SITE } }),
  getFrameConfig: async () => ({ path: `${WIDGET}/config` }),
  getPowChallenge: async (world) => {
    const { sessionId, headers } = await world.chat();
    return { path: `${WIDGET}/pow-challenge?purpose=turn&session_id=${sessionId}`, headers };
  },
  sendChatTurn: async (world) => {
    const { sessionId, headers } = await world.chat();
    return {
      path: `${WIDGET}/turn`,
      headers,
      body: { session_id: sessionId, turn_id: randomUUID(), text: 'Hello' },
    };
  },
  getPendingReplies: async (world) => {
    const { sessionId, headers } = await world.chat();
    return { path: `${WIDGET}/pending?session_id=${sessionId}`, headers };
  },
  submitVisitor: async (world) => {
    const { sessionId, headers } = await world.chat();
    return {
      path: `${WIDGET}/visitor`,
      headers,
      body: { session_id: sessionId, submission_id: randomUUID(), fields: { first_name: 'Ana' } },
    };
  },
  sendWidgetTelemetry: async () => ({
    path: `${WIDGET}/telemetry`,
    headers: { origin: SITE },
    body: { events: [{ type: 'load', ts: 1_767_225_600_000 }] },
  }),
};
