import { findVoiceAgent, lockVoiceAgent, updateVoiceAgent } from '../../db/channels/voice-agents.js';
import type { Db } from '../../db/connection.js';
import { findOpenHook } from '../../db/inbound/hooks.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { startSandboxCall } from '../instructions/messages.js';
import { createHook, hookSecret, hookUrl } from './hooks.js';

/** Requests a call that the sandbox took to be played. */
export const playSandboxCall = (
  deps: WorkDependencies,
  call: { accountId: string; messageId: string },
): Promise<void> => inWork(deps, (work) => startSandboxCall(work, call));

const context = (voiceAgentId: string) => `voice_agents/${voiceAgentId}/hook_token`;

export interface SandboxHookRequest {
  accountId: string;
  voiceAgentId: string;
  /** The address of the API from here. */
  baseUrl: string;
}

/**
 * Finds or creates the hook at which the sandbox reports a voice agent's calls. It is an ordinary hook of the account,
 * created when it is first needed and again after its deletion. Returns undefined if the voice agent doesn't exist.
 */
export async function sandboxHook(
  deps: WorkDependencies,
  box: SecretBox,
  request: SandboxHookRequest,
): Promise<{ url: string; secret: string } | undefined> {
  const known = await findVoiceAgent(deps.db, request.accountId, request.voiceAgentId);
  if (!known) return undefined;
  return (await openHook(deps.db, box, request, known)) ?? inWork(deps, (work) => makeHook(work, box, request));
}

type HookColumns = { hook_id: string | null; hook_token: string | null };

async function openHook(
  db: Db,
  box: SecretBox,
  { accountId, voiceAgentId, baseUrl }: SandboxHookRequest,
  row: HookColumns,
) {
  if (row.hook_id === null || row.hook_token === null) return undefined;
  const hook = await findOpenHook(db, accountId, row.hook_id);
  if (!hook) return undefined;
  const token = box.open(row.hook_token, context(voiceAgentId));
  return { url: hookUrl(baseUrl, 'voice', token), secret: hookSecret(hook, box) };
}

/** Two calls at once make one hook: the voice agent's row is locked. */
async function makeHook(work: Work, box: SecretBox, request: SandboxHookRequest) {
  const { tx } = work;
  const { accountId, voiceAgentId, baseUrl } = request;
  const locked = await lockVoiceAgent(tx, accountId, voiceAgentId);
  if (!locked) return undefined;
  const made = await openHook(tx, box, request, locked);
  if (made) return made;
  const { id, token, url, secret } = await createHook(work, box, { accountId, provider: 'voice', baseUrl });
  await updateVoiceAgent(tx, voiceAgentId, { hook_id: id, hook_token: box.seal(token, context(voiceAgentId)) });
  return { url, secret };
}
