import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { PATHS } from '../../dashboard/api/operations.js';

/** Operations that no page asks by name, and why not. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  addLeadTags: 'A lead’s tags are set as a whole, by syncLeadTags.',
  createMeeting: 'Meetings are booked at a free time, by bookMeeting; this one records those of other systems.',
  dismissAttention: 'Attention items list their own actions, which the home page calls as listed.',
  getConversion: 'The list says all of it.',
  getConversionType: 'The list says all of it.',
  getLeadChange: 'The list says all of it.',
  getMeetingType: 'The list says all of it.',
  getModel: 'The list says all of it.',
  holdSlot: 'Users book immediately, while callers and chats hold a slot while they ask.',
  importLeads: 'A file goes in as a form, which upload.ts sends to the same address.',
  isLeadPaused: 'The lead says it.',
  listLeadTags: 'The lead says them.',
  releaseHold: 'As holdSlot.',
  createWebhook: 'Integrators manage webhooks by the API.',
  deleteWebhook: 'Integrators manage webhooks by the API.',
  getWebhook: 'Integrators manage webhooks by the API.',
  getWebhookDelivery: 'Integrators manage webhooks by the API.',
  listEventTypes: 'Integrators manage webhooks by the API.',
  listWebhookDeliveries: 'Integrators manage webhooks by the API.',
  listWebhooks: 'Integrators manage webhooks by the API.',
  recoverWebhook: 'Integrators manage webhooks by the API.',
  replayWebhookDelivery: 'Integrators manage webhooks by the API.',
  rotateWebhook: 'Integrators manage webhooks by the API.',
  testWebhook: 'Integrators manage webhooks by the API.',
  updateWebhook: 'Integrators manage webhooks by the API.',
};

const sourceOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== 'api/operations.ts')
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');

it('every operation of the API has its place in the dashboard, or a reason why not', () => {
  const source = sourceOf('dashboard');
  const asked = new Set([...source.matchAll(/['"](\w+)['"]/g)].map(([, name]) => name));
  const missing = Object.keys(PATHS).filter((name) => !asked.has(name));
  expect(missing.sort()).toEqual(Object.keys(ELSEWHERE).sort());
});
