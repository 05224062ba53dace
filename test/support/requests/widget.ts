import { randomUUID } from 'node:crypto';
import { SITE } from '../widgets.js';
import { at, one, PUBLIC, type Requests, resource, WIDGET } from './ask.js';

export const widgetRequests: Requests = {
  listWidgets: at('/widgets'),
  createWidget: async (fixture) => ({
    path: `${PUBLIC}/widgets`,
    body: { name: 'Shop', workflow_id: await fixture.agent(), allowed_domains: ['shop.example.com'] },
  }),
  getWidget: resource((fixture) => fixture.widget(), 'widgets'),
  updateWidget: resource((fixture) => fixture.widget(), 'widgets', { quick_replies: ['Prices'] }),
  deleteWidget: resource((fixture) => fixture.widget(), 'widgets'),
  regenerateWidgetKey: one(
    (fixture) => fixture.widget(),
    (id) => `/widgets/${id}/regenerate-key`,
  ),
  regenerateIdentitySecret: one(
    (fixture) => fixture.widget(),
    (id) => `/widgets/${id}/regenerate-identity-secret`,
  ),
  getWidgetTelemetry: one(
    (fixture) => fixture.widget(),
    (id) => `/widgets/${id}/telemetry`,
  ),
  showWidgetFrame: async (fixture) => ({ path: `/widget/frame?key=${(await fixture.chat()).key}` }),
  getChatConfig: async () => ({ path: `${PUBLIC}/chat/config`, headers: { origin: SITE } }),
  getFrameConfig: async () => ({ path: `${WIDGET}/config` }),
  getPowChallenge: async (fixture) => {
    const { sessionId, headers } = await fixture.chat();
    return { path: `${WIDGET}/pow-challenge?purpose=turn&session_id=${sessionId}`, headers };
  },
  sendChatTurn: async (fixture) => {
    const { sessionId, headers } = await fixture.chat();
    return {
      path: `${WIDGET}/turn`,
      headers,
      body: { session_id: sessionId, turn_id: randomUUID(), text: 'Hello' },
    };
  },
  getPendingReplies: async (fixture) => {
    const { sessionId, headers } = await fixture.chat();
    return { path: `${WIDGET}/pending?session_id=${sessionId}`, headers };
  },
  submitVisitor: async (fixture) => {
    const { sessionId, headers } = await fixture.chat();
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
