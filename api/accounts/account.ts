import { findAccount, updateAccount } from '../../db/accounts/accounts.js';
import { fromJson } from '../../db/connection.js';
import type { AccountRow } from '../../db/tables.js';
import { parseCountry } from '../../domain/values/country.js';
import { getAccountContract, previewRetentionContract, updateAccountContract } from '../../schemas/accounts/account.js';
import type { Retention } from '../../schemas/accounts/retention.js';
import type { AccountLimits } from '../../schemas/agents/agents.js';
import { type KindPreview, planPasses, previewRetention } from '../../services/operations/apply-retention.js';
import { rebuildRuns } from '../../services/operations/rebuild-runs.js';
import type { ApiDependencies } from '../dependencies.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { timezoneField } from '../http/request/fields.js';
import { route } from '../http/route.js';

const toAccount = (row: AccountRow) => ({
  id: row.id,
  name: row.name,
  timezone: row.timezone,
  country: row.country,
  sending_enabled: row.sending_enabled,
  sending_note: row.sending_note,
  limits: fromJson<AccountLimits | null>(row.limits),
  retention: fromJson<Retention | null>(row.retention),
  second_factor_required: row.second_factor_required,
  machine_engagement: row.machine_engagement,
  request_log_days: row.request_log_days,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const getAccountRoute = (_deps: ApiDependencies) =>
  route(getAccountContract).handle(async ({ account, db }) => ({
    status: 200,
    body: { success: true, account: toAccount(await findAccount(db, account.id)) },
  }));

/** Settings that open runs depend on. A change wakes them. */
const PLANNED_BY = ['timezone', 'country', 'sending_enabled', 'limits'] as const;

export const updateAccountRoute = (deps: ApiDependencies) =>
  route(updateAccountContract).handle(async ({ account, body, now, user }) => {
    if (body.second_factor_required !== undefined && user?.role !== 'owner') {
      throw new ApiError('FORBIDDEN', {
        message: 'Only owners can change whether a second factor is required.',
        details: { roles: ['owner'] },
      });
    }
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as typeof body;
    const { limits, retention, timezone, country, ...plain } = given;
    const changes: Partial<AccountRow> = {
      ...plain,
      ...(timezone === undefined ? {} : { timezone: timezoneField(timezone, '/timezone') }),
      ...(country === undefined ? {} : { country: country && countryField(country) }),
      ...(limits === undefined ? {} : { limits: limits && JSON.stringify(limits) }),
      ...(retention === undefined ? {} : { retention: retention && JSON.stringify(retention) }),
      // The reason for the disabled sending is deleted when it is enabled.
      ...(given.sending_enabled ? { sending_note: null } : {}),
    };
    const row = await commit(deps, now, async ({ tx }) => {
      await updateAccount(tx, account.id, { ...changes, updated_at: now });
      if (retention !== undefined) await planPasses(tx, account.id, retention, now);
      return findAccount(tx, account.id);
    });
    const woken = PLANNED_BY.some((name) => name in changes) ? await rebuildRuns(deps, account.id) : 0;
    return { status: 200, body: { success: true, account: toAccount(row), runs_woken: woken } };
  });

const toRecords = ({ kind, days, before, count, kept, pass }: KindPreview) => ({
  kind,
  days,
  before: before?.toISOString() ?? null,
  count,
  kept,
  put_away: {
    total: Number(pass?.total ?? 0),
    before: pass?.gone_before?.toISOString() ?? null,
    last_at: pass?.last_at?.toISOString() ?? null,
    last_count: Number(pass?.last_n ?? 0),
  },
});

export const previewRetentionRoute = (_deps: ApiDependencies) =>
  route(previewRetentionContract).handle(async ({ account, db, query, now }) => {
    const records = await previewRetention(db, { accountId: account.id, changes: query, now });
    return { status: 200, body: { success: true, records: records.map(toRecords) } };
  });

function countryField(text: string): string {
  const country = parseCountry(text);
  if (!country.ok) throw new ApiError('VALIDATION_ERROR', { message: country.message, field: '/country' });
  return country.value;
}
