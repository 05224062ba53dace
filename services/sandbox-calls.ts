import type { Knex } from 'knex';
import { type Db, inTransaction } from '../db/connection.js';
import { findOpenHook } from '../db/hooks.js';
import { addToOutbox, type OutboxItem, takePending } from '../db/outbox.js';
import { findVoiceAgent, lockVoiceAgent, updateVoiceAgent } from '../db/voice-agents.js';
import { sandboxCallWorkflowId } from '../domain/flow/ids.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { createHook, hookSecret, hookUrl } from './hooks.js';

/** Asks for a call that the sandbox took to be played; answers the instruction for a first try at it. */
export const startSandboxCall = (
  db: Knex,
  now: Date,
  { accountId, messageId }: { accountId: string; messageId: string },
): Promise<OutboxItem[]> =>
  inTransaction(db, async (tx) => {
    const args = {
      workflow: 'sandboxCallWorkflow',
      kind: 'sandbox_call',
      summary: 'Plays a call of the sandbox',
      accountId,
      input: { messageId },
    };
    await addToOutbox(tx, now, [{ accountId, kind: 'workflow', workflowId: sandboxCallWorkflowId(messageId), args }]);
    return takePending(tx);
  });

const context = (voiceAgentId: string) => `voice_agents/${voiceAgentId}/hook_token`;

export interface SandboxHookRequest {
  accountId: string;
  voiceAgentId: string;
  /** Where the API is reached from here. */
  baseUrl: string;
}

/**
 * The hook at which the sandbox tells what becomes of a voice agent's calls: one like those that accounts make, made
 * when it is first needed, and again after somebody deleted it. Undefined where the voice agent is gone.
 */
export async function sandboxHook(
  db: Knex,
  now: Date,
  box: SecretBox,
  request: SandboxHookRequest,
): Promise<{ url: string; secret: string } | undefined> {
  const known = await findVoiceAgent(db, request.accountId, request.voiceAgentId);
  if (!known) return undefined;
  return (await openHook(db, box, request, known)) ?? inTransaction(db, (tx) => makeHook(tx, now, box, request));
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
async function makeHook(tx: Knex, now: Date, box: SecretBox, request: SandboxHookRequest) {
  const { accountId, voiceAgentId, baseUrl } = request;
  const locked = await lockVoiceAgent(tx, accountId, voiceAgentId);
  if (!locked) return undefined;
  const made = await openHook(tx, box, request, locked);
  if (made) return made;
  const { id, token, url, secret } = await createHook(tx, now, box, { accountId, provider: 'voice', baseUrl });
  await updateVoiceAgent(tx, voiceAgentId, { hook_id: id, hook_token: box.seal(token, context(voiceAgentId)) });
  return { url, secret };
}
