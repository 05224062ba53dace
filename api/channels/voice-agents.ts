import { lockAccount } from '../../db/accounts/accounts.js';
import { closeSenderBreaker } from '../../db/channels/sender-breakers.js';
import * as rows from '../../db/channels/voice-agents.js';
import type { VoiceAgentRow } from '../../db/tables.js';
import { parsePhone } from '../../domain/values/phone.js';
import { secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox, type SecretBox } from '../../runtime/secret-box.js';
import {
  createVoiceAgentContract,
  deleteVoiceAgentContract,
  getVoiceAgentContract,
  listVoiceAgentsContract,
  updateVoiceAgentContract,
  type VoiceAgent,
} from '../../schemas/channels/voice-agents.js';
import type { Static } from '../../schemas/common.js';
import { useOfSender } from '../../services/channels/sender-use.js';
import { sealVoiceKey } from '../../services/channels/voice-agents.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'voice_agents';
const MAX_CONCURRENT = 10;
/** Settings that decide whether and where calls can be requested. */
const REACHING = ['from_number', 'agent_id', 'url', 'api_key'] as const;
type Body = Static<typeof VoiceAgent>;
type Changes = Static<(typeof updateVoiceAgentContract)['body']>;

/** A voice agent as the API answers it: of its key only whether there is one. */
const toVoiceAgent = (row: VoiceAgentRow): Body => ({
  id: row.id,
  name: row.name,
  provider: row.provider,
  from_number: row.from_number,
  agent_id: row.agent_id,
  url: row.url,
  api_key_set: row.api_key !== null,
  max_concurrent: row.max_concurrent,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const listVoiceAgentsRoute = (_deps: ApiDependencies) =>
  route(listVoiceAgentsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows: found, pagination } = idPageOf(KIND, await rows.listVoiceAgents(db, account.id, page), page.limit);
    return { status: 200, body: { success: true, voice_agents: found.map(toVoiceAgent), pagination } };
  });

export const getVoiceAgentRoute = (_deps: ApiDependencies) =>
  route(getVoiceAgentContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'VOICE_AGENT_NOT_FOUND');
    const row = found(await rows.findVoiceAgent(db, account.id, id), 'VOICE_AGENT_NOT_FOUND');
    return { status: 200, body: { success: true, voice_agent: toVoiceAgent(row) } };
  });

export const createVoiceAgentRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(createVoiceAgentContract).handle(async ({ account, db, body, now }) => {
    const { provider = 'sandbox', ...given } = body;
    const row: VoiceAgentRow = {
      id: newId(),
      account_id: account.id,
      name: body.name,
      provider,
      from_number: null,
      agent_id: null,
      url: null,
      api_key: null,
      hook_id: null,
      hook_token: null,
      max_concurrent: MAX_CONCURRENT,
      created_at: now,
      updated_at: now,
    };
    Object.assign(row, changesOf(box, given, row.id, account.country));
    checkComplete(row);
    await rows.insertVoiceAgent(db, row);
    return { status: 201, body: { success: true, voice_agent: toVoiceAgent(row) } };
  });
};

export const updateVoiceAgentRoute = ({ config }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(updateVoiceAgentContract).handle(async ({ account, db, params, body, now }) => {
    const id = pathId(params.id, 'VOICE_AGENT_NOT_FOUND');
    const before = found(await rows.lockVoiceAgent(db, account.id, id), 'VOICE_AGENT_NOT_FOUND');
    const changes = { ...changesOf(box, body, id, account.country), updated_at: now };
    const after = { ...before, ...changes };
    // Otherwise a user who can edit a voice agent could send its key to another server.
    if (after.url !== before.url && before.api_key !== null && body.api_key === undefined) {
      throw missing('/api_key', 'The URL has changed. Send the key again, or null to remove it.');
    }
    checkComplete(after);
    await rows.updateVoiceAgent(db, id, changes);
    // Corrected settings are tried immediately.
    if (REACHING.some((name) => body[name] !== undefined)) await closeSenderBreaker(db, id);
    return { status: 200, body: { success: true, voice_agent: toVoiceAgent(after) } };
  });
};

export const deleteVoiceAgentRoute = (_deps: ApiDependencies) =>
  route(deleteVoiceAgentContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'VOICE_AGENT_NOT_FOUND');
    // The lock prevents the publication of an agent that references it.
    await lockAccount(db, account.id);
    const row = found(await rows.lockVoiceAgent(db, account.id, id), 'VOICE_AGENT_NOT_FOUND');
    const use = await useOfSender(db, { channel: 'call', row });
    if (use) throw new ApiError('IN_USE', { ...use });
    await rows.deleteVoiceAgent(db, id);
    return { status: 204, body: null };
  });

function changesOf(box: SecretBox, body: Changes, id: string, country: string | null): Partial<VoiceAgentRow> {
  const changes: Partial<VoiceAgentRow> = {};
  if (body.name !== undefined) changes.name = body.name;
  if (body.from_number !== undefined) {
    changes.from_number = body.from_number === null ? null : phone(body.from_number, country);
  }
  if (body.agent_id !== undefined) changes.agent_id = body.agent_id;
  if (body.url !== undefined) changes.url = body.url;
  if (body.max_concurrent !== undefined) changes.max_concurrent = body.max_concurrent;
  if (body.api_key !== undefined) changes.api_key = body.api_key === null ? null : sealVoiceKey(box, id, body.api_key);
  return changes;
}

function phone(text: string, country: string | null): string {
  const parsed = parsePhone(text, country);
  if (!parsed.ok) throw new ApiError('INVALID_PHONE', { message: parsed.message, field: '/from_number' });
  return parsed.value;
}

const missing = (field: string, message: string) => new ApiError('VALIDATION_ERROR', { message, field });

function checkComplete({ provider, from_number, api_key, url }: VoiceAgentRow): void {
  if (provider === 'retell' && from_number === null)
    throw missing('/from_number', 'Retell requires a number to call from.');
  if (provider === 'retell' && api_key === null) throw missing('/api_key', 'Retell requires an API key.');
  if (provider === 'generic' && url === null) throw missing('/url', 'The URL of the voice server is required.');
  if (url !== null && !URL.canParse(url)) throw missing('/url', 'The URL is invalid.');
}
