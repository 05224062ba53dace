import { insertAuditEntry } from '../../db/accounts/audit.js';
import type { Db } from '../../db/connection.js';
import { auditedChange, isAudited } from '../../domain/accounts/audit.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import { networkAddress } from './network-address.js';
import type { Answer, RouteInput } from './route.js';

type Input = RouteInput<Contract>;

/** Writes down who did what with a request, where that is kept: in the transaction that did it, if it has one. */
export async function noteChange(tx: Db, contract: Contract, input: Input, answer: Answer): Promise<void> {
  const { user, key, site, account, now, params, body, requestId, req } = input;
  if (site || !(user || key) || answer.status >= 300 || !isAudited(contract, user !== undefined)) return;
  const { resourceType, resourceId, resourceName, changed } = auditedChange(contract, {
    params: params as Record<string, string>,
    body,
    answer: answer.body,
  });
  await insertAuditEntry(tx, {
    id: newId(),
    account_id: account.id,
    at: now,
    actor_kind: user ? 'user' : 'key',
    actor_id: user?.id ?? key?.id ?? null,
    operation: contract.operationId,
    resource_type: resourceType,
    resource_id: resourceId,
    resource_name: resourceName,
    changed: JSON.stringify(changed),
    request_id: requestId,
    address: networkAddress(req),
  });
}

/** Writes down what a user did with a request that came from nobody, such as one with a password or a link. */
export async function noteChangeOf(
  tx: Db,
  { operationId }: Contract,
  user: { id: string; account_id: string },
  { req, requestId, now }: Pick<Input, 'req' | 'requestId' | 'now'>,
): Promise<void> {
  await insertAuditEntry(tx, {
    id: newId(),
    account_id: user.account_id,
    at: now,
    actor_kind: 'user',
    actor_id: user.id,
    operation: operationId,
    resource_type: 'users',
    resource_id: user.id,
    resource_name: null,
    changed: '[]',
    request_id: requestId,
    address: networkAddress(req),
  });
}
