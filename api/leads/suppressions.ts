import * as suppressions from '../../db/leads/suppressions.js';
import type { SuppressionRow } from '../../db/tables.js';
import { readPhone } from '../../domain/values/phone.js';
import { whatsAppUserId } from '../../domain/values/whatsapp-user.js';
import type { Static } from '../../schemas/common.js';
import {
  createSuppressionContract,
  deleteSuppressionContract,
  listSuppressionsContract,
  type Suppression,
} from '../../schemas/leads/suppressions.js';
import { suppress } from '../../services/leads/suppress.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { emailField } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'suppressions';
type SuppressionBody = Static<typeof Suppression>;

const toSuppression = (row: SuppressionRow): SuppressionBody => ({
  id: row.id,
  channel: row.channel as SuppressionBody['channel'],
  address: row.address,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
});

export const listSuppressionsRoute = (_deps: ApiDependencies) =>
  route(listSuppressionsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const found = await suppressions.listSuppressions(db, account.id, query, page);
    const { rows, pagination } = idPageOf(KIND, found, page.limit);
    return { status: 200, body: { success: true, suppressions: rows.map(toSuppression), pagination } };
  });

export const createSuppressionRoute = (_deps: ApiDependencies) =>
  route(createSuppressionContract).handle(async ({ account, work, body }) => {
    const address =
      body.channel === 'email'
        ? emailField(body.address, '/address')
        : ((body.channel === 'whatsapp' ? whatsAppUserId(body.address) : null) ??
          phoneField(body.address, account.country));
    const { row, created } = await suppress(work, {
      accountId: account.id,
      channel: body.channel,
      address,
      reason: body.reason ?? 'manual',
    });
    const answer = { success: true as const, suppression: toSuppression(row) };
    return created ? { status: 201, body: answer } : { status: 200, body: answer };
  });

export const deleteSuppressionRoute = (_deps: ApiDependencies) =>
  route(deleteSuppressionContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'SUPPRESSION_NOT_FOUND');
    if (!(await suppressions.deleteSuppression(db, account.id, id))) throw new ApiError('SUPPRESSION_NOT_FOUND');
    return { status: 204, body: null };
  });

function phoneField(text: string, country: string | null): string {
  const phone = readPhone(text, country ?? undefined);
  if (!phone.ok) throw new ApiError('INVALID_PHONE', { message: phone.message, field: '/address' });
  return phone.value.number;
}
