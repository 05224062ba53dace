import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { insertHook, insertInboundEvent, type NewInboundEvent } from '../db/hooks.js';
import { addToOutbox } from '../db/outbox.js';
import type { HookRow } from '../db/tables.js';
import { inboundWorkflowId } from '../domain/flow/ids.js';
import { newId } from '../runtime/ids.js';
import type { SecretBox } from '../runtime/secret-box.js';
import type { HookProvider } from '../schemas/provider-hooks.js';

const context = (hookId: string) => `hooks/${hookId}/secret`;

/** The secret that signs what comes in at a hook. */
export const hookSecret = (hook: Pick<HookRow, 'id' | 'secret'>, box: SecretBox): string =>
  box.open(hook.secret, context(hook.id));

export interface NewHook {
  accountId: string;
  provider: HookProvider;
  /** The address the outside reaches the API under. */
  baseUrl: string;
}

/** Makes an address and a secret for a provider. The token in the address is kept as a hash, the secret sealed. */
export async function createHook(
  tx: Knex,
  now: Date,
  box: SecretBox,
  { accountId, provider, baseUrl }: NewHook,
): Promise<{ id: string; url: string; secret: string }> {
  const id = newId();
  const token = randomBytes(24).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  await insertHook(tx, {
    id,
    account_id: accountId,
    provider,
    token,
    secret: box.seal(secret, context(id)),
    created_at: now,
  });
  return { id, url: `${baseUrl}/hooks/${provider}/${token}`, secret };
}

/**
 * Keeps what came in and asks for a workflow to work it, in the caller's transaction. False: it was here before, and
 * nothing happens.
 */
export async function receiveEvent(tx: Knex, now: Date, event: NewInboundEvent): Promise<boolean> {
  const id = await insertInboundEvent(tx, now, event);
  if (id === undefined) return false;
  await addToOutbox(tx, now, [
    {
      accountId: event.accountId,
      kind: 'workflow',
      workflowId: inboundWorkflowId(id),
      args: {
        workflow: 'inboundEventWorkflow',
        kind: 'inbound',
        summary: `Works one event from the ${event.provider} provider`,
        accountId: event.accountId,
        input: { inboundEventId: id },
      },
    },
  ]);
  return true;
}
