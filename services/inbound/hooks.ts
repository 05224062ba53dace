import { randomBytes } from 'node:crypto';
import { insertHook, insertInboundEvent, type NewInboundEvent, updateHook } from '../../db/inbound/hooks.js';
import type { HookRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { HookProvider } from '../../schemas/inbound/provider-hooks.js';
import { startInboundEvent } from '../instructions/inbound.js';

const secretContext = (hookId: string): string => `hooks/${hookId}/secret`;

/** Returns the secret that signs what comes in at a hook. */
export const hookSecret = (hook: Pick<HookRow, 'id' | 'secret'>, box: SecretBox): string =>
  box.open(hook.secret, secretContext(hook.id));

const verifyContext = (hookId: string) => `hooks/${hookId}/verify_token`;

/** Returns what a provider has to give when it asks whether the address is the account's own. */
export const hookVerifyToken = (hook: Pick<HookRow, 'id' | 'secret' | 'verify_token'>, box: SecretBox): string =>
  hook.verify_token === null ? hookSecret(hook, box) : box.open(hook.verify_token, verifyContext(hook.id));

/** Returns the address at which a provider tells what happens. */
export const hookUrl = (baseUrl: string, provider: HookProvider, token: string): string =>
  `${baseUrl}/hooks/${provider}/${token}`;

export interface NewHook {
  accountId: string;
  provider: HookProvider;
  /** The secret that the provider signs with, where it is the provider's to choose. Made here if not given. */
  secret?: string | undefined;
  /** The address the outside reaches the API under. */
  baseUrl: string;
}

/** Makes an address and a secret for a provider. The token in the address is kept as a hash, the secret sealed. */
export async function createHook(
  work: Work,
  box: SecretBox,
  { accountId, provider, baseUrl, ...given }: NewHook,
): Promise<{ id: string; token: string; url: string; secret: string; verifyToken: string }> {
  const { tx, now } = work;
  const id = newId();
  const token = randomBytes(24).toString('base64url');
  const secret = given.secret ?? randomBytes(32).toString('base64url');
  // A provider's own secret must not travel in the address of a request, so then there is a token of its own.
  const verifyToken = given.secret === undefined ? secret : randomBytes(24).toString('base64url');
  await insertHook(tx, {
    id,
    account_id: accountId,
    provider,
    token,
    secret: box.seal(secret, secretContext(id)),
    verify_token: given.secret === undefined ? null : box.seal(verifyToken, verifyContext(id)),
    created_at: now,
  });
  return { id, token, url: hookUrl(baseUrl, provider, token), secret, verifyToken };
}

/** Replaces the secret of a hook. The token with which its provider verifies the address stays the same. */
export async function replaceHookSecret({ tx }: Work, box: SecretBox, hook: HookRow, secret: string): Promise<void> {
  await updateHook(tx, hook.id, {
    secret: box.seal(secret, secretContext(hook.id)),
    verify_token: box.seal(hookVerifyToken(hook, box), verifyContext(hook.id)),
  });
}

/**
 * Keeps what came in and asks for a workflow to work it, in the caller's transaction. False: it was here before, and
 * nothing happens.
 */
export async function receiveEvent(work: Work, event: NewInboundEvent): Promise<boolean> {
  const { tx, now } = work;
  const id = await insertInboundEvent(tx, now, event);
  if (id === undefined) return false;
  await startInboundEvent(work, { id, account_id: event.accountId, provider: event.provider });
  return true;
}
