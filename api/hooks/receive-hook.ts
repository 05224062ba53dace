import { inTransaction } from '../../db/connection.js';
import { findHookByToken } from '../../db/hooks.js';
import { takePending } from '../../db/outbox.js';
import { secretsOf } from '../../runtime/config.js';
import { verifyHook } from '../../runtime/hook-signature.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { EmailHookEvent } from '../../schemas/hooks.js';
import { AnyHookEvent, isEmailEventType, receiveHook } from '../../schemas/provider-hooks.js';
import { hookSecret, receiveEvent } from '../../services/hooks.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { asText, readBytes } from '../middleware/read-body.js';
import { route } from '../route.js';
import { bodyChecker } from '../validation.js';

const checkAny = bodyChecker(AnyHookEvent);
const checkEmail = bodyChecker(EmailHookEvent);

/**
 * Takes one event: token, then signature, then shape, and only then is anything stored. The row and the instruction to
 * work it commit together, so a 200 means that the event can't be lost; what it changes happens in its workflow.
 */
export const receiveHookRoute = ({ config, dispatch }: ApiDependencies) => {
  const box = createSecretBox(secretsOf(config));
  return route(receiveHook).handle(async ({ params, db, req, now }) => {
    const known = /^[a-z_]{1,64}$/.test(params.provider);
    const hook = known ? await findHookByToken(db, params.provider, params.token) : undefined;
    if (!hook) throw new ApiError('NOT_FOUND');
    const bytes = await readBytes(req, receiveHook.maxBytes);
    const signature = verifyHook(hookSecret(hook, box), req.get('x-signature'), bytes, now);
    if (!signature.ok) throw new ApiError('INVALID_SIGNATURE', { details: { reason: signature.reason } });
    const event = readEvent(asText(bytes));
    const { isNew, pending } = await inTransaction(db, async (tx) => ({
      isNew: await receiveEvent(tx, now, { accountId: hook.account_id, provider: hook.provider, ...event }),
      pending: takePending(tx),
    }));
    if (pending.length > 0) dispatch(pending);
    return { status: 200, body: { success: true, duplicate: !isNew } };
  });
};

const STORABLE_TYPE = /^[\x21-\x7e]{1,64}$/;

/** The event inside a body. Only kinds that have an effect are held to a shape: the others are kept as they are. */
function readEvent(text: string): { eventId: string; type: string; payload: string } {
  const value = parse(text);
  const { event_id: eventId, type } = checkAny(value) as { event_id: string; type: string };
  if (isEmailEventType(type)) checkEmail(value);
  return { eventId, type: STORABLE_TYPE.test(type) ? type : 'unknown', payload: JSON.stringify(value) };
}

/** Mails hold whatever their writers' programs put there, so characters that can't be stored go rather than the mail. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
    );
  } catch {
    throw new ApiError('INVALID_JSON');
  }
}
