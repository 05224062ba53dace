import { countAttempt, insertAuditEntry } from '../../../db/accounts/audit.js';
import { listUsersByEmail } from '../../../db/accounts/users.js';
import type { Db } from '../../../db/connection.js';
import { auditedChange, isAudited, isExport, resourceTypeOf } from '../../../domain/accounts/audit.js';
import { newId } from '../../../runtime/ids.js';
import type { AuditOutcome } from '../../../schemas/accounts/audit.js';
import type { Contract } from '../../../schemas/contract.js';
import type { ErrorCode } from '../../../schemas/error-codes.js';
import type { ApiDependencies } from '../../dependencies.js';
import { ApiError } from '../errors.js';
import { networkAddress } from '../request/network-address.js';
import type { Answer, Caller, RouteInput } from '../route.js';
import { fieldChanges } from './field-changes.js';

type Input = RouteInput<Contract>;

/**
 * Writes down who did what with a request, where that is kept: in the transaction that did it, if it has one. What pages
 * report automatically, such as which messages were shown, isn't kept. `before` is the resource before an update, if its
 * values are kept.
 */
export async function noteChange(
  tx: Db,
  contract: Contract,
  input: Input,
  { answer, before }: { answer: Answer; before: unknown },
): Promise<void> {
  const { user, key, site, params, body } = input;
  if (site || !(user || key) || answer.status >= 300) return;
  if (!isAudited(contract, user !== undefined) && !isExport(contract, String(answer.headers?.['Content-Type'] ?? '')))
    return;
  const { resourceType, resourceId, resourceName, changed } = auditedChange(contract, {
    params: params as Record<string, string>,
    body,
    answer: answer.body,
  });
  if (changed.length > 0 && changed.every((field) => contract.shownBy?.includes(field))) return;
  const changes = fieldChanges(changed, before, answer.body);
  await insertAuditEntry(tx, {
    ...byCaller(contract, input, input),
    resource_type: resourceType,
    resource_id: resourceId,
    resource_name: resourceName,
    changed: JSON.stringify(changed),
    ...(changes.length > 0 ? { changes: JSON.stringify(changes) } : {}),
  });
}

/** Records a change by a user in a request without a session, such as one with a password or a link. */
export async function noteChangeOf(
  tx: Db,
  { operationId }: Contract,
  user: { id: string; account_id: string },
  request: Moment,
): Promise<void> {
  await insertAuditEntry(tx, {
    ...baseOf(user.account_id, operationId, request),
    actor_kind: 'user',
    actor_id: user.id,
    resource_type: 'users',
    resource_id: user.id,
  });
}

/** The requests that end like this are counted, by the code of their error. */
const ATTEMPTS: Partial<Record<ErrorCode, AuditOutcome>> = {
  FORBIDDEN: 'refused',
  INSUFFICIENT_SCOPE: 'refused',
  WRONG_PASSWORD: 'failed',
};

/**
 * Counts a request that its caller may not make, once it is answered: one entry for each caller, operation and hour. A
 * failure is logged.
 */
export function noteRefusal(
  { db, logger }: Pick<ApiDependencies, 'db' | 'logger'>,
  contract: Contract,
  caller: Caller,
  request: Moment,
  error: unknown,
): void {
  const outcome = error instanceof ApiError ? ATTEMPTS[error.code] : undefined;
  if (!outcome || caller.site) return;
  const entry = { ...byCaller(contract, caller, request), resource_type: resourceTypeOf(contract), outcome };
  countAttempt(db, entry, entry.actor_id ?? '').catch((err) =>
    logger.error({ err, operation: contract.operationId }, 'A refused request could not be written to the audit log'),
  );
}

/**
 * Counts an attempt to sign in that failed, in each account that has a user with the address: one entry for each user, network
 * address and hour, and for a locked out user one an hour. It is written after the answer, whose time would tell
 * otherwise whether the address has a user. An address without one leaves nothing here.
 */
export function noteFailedSignIn(
  { db, logger }: Pick<ApiDependencies, 'db' | 'logger'>,
  { operationId }: Contract,
  email: string,
  request: Moment,
  error: unknown,
): void {
  if (!(error instanceof ApiError) || !['INVALID_CREDENTIALS', 'RATE_LIMITED'].includes(error.code)) return;
  const outcome = error.code === 'RATE_LIMITED' ? 'locked_out' : 'failed';
  const count = async () => {
    for (const user of await listUsersByEmail(db, email)) {
      const entry = {
        ...baseOf(user.account_id, operationId, request),
        ...({ actor_kind: 'anonymous', actor_id: null, outcome } as const),
        resource_type: 'users',
        resource_id: user.id,
        resource_name: user.email.slice(0, LONGEST_NAME),
      };
      await countAttempt(db, entry, outcome === 'failed' ? `${user.id} ${entry.address}` : user.id);
    }
  };
  count().catch((err) => logger.error({ err }, 'A failed sign-in could not be written to the audit log'));
}

const LONGEST_NAME = 200;

/** The parts of the request that an entry stores. */
type Moment = Pick<Input, 'req' | 'requestId' | 'now'>;

const baseOf = (accountId: string, operation: string, { req, requestId, now }: Moment) => ({
  id: newId(),
  account_id: accountId,
  at: now,
  operation,
  resource_id: null as string | null,
  resource_name: null as string | null,
  changed: '[]',
  request_id: requestId,
  address: networkAddress(req),
});

const byCaller = (
  { operationId }: Contract,
  { account, user, key }: Pick<Caller, 'account' | 'user' | 'key'>,
  request: Moment,
) => ({
  ...baseOf(account.id, operationId, request),
  actor_kind: user ? ('user' as const) : ('key' as const),
  actor_id: user?.id ?? key?.id ?? null,
});
