import { findAccount } from '../../db/accounts/accounts.js';
import { listAgentNames } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import { listWriters } from '../../db/operations/reply-waits.js';
import { deleteReportLink, listReportLinks, listSenderNames } from '../../db/operations/report-links.js';
import { dayAfter, localDay } from '../../domain/time/local-day.js';
import { addressPrefix } from '../../runtime/address-prefix.js';
import { publicUrl } from '../../runtime/config.js';
import type { BodyOf } from '../../schemas/contract.js';
import * as contracts from '../../schemas/operations/report-links.js';
import { readPerformance } from '../../services/operations/performance.js';
import {
  createReportLink,
  describeReportLinks,
  openReportLink,
  type ReportLinkView,
  viewOf,
} from '../../services/operations/report-links.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertMayAlso } from '../http/auth/assert-scope.js';
import { callerName } from '../http/auth/caller-name.js';
import { createMinuteCounter } from '../http/auth/minute-counter.js';
import { refuseCrossSite } from '../http/auth/session.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { LEAST_SENT } from './performance.js';
import { type ReportDays, reportDays } from './report-days.js';

const KIND = 'report_links';
const DAY_MS = 86_400_000;
/** More than an office that looks at one page, and too few to load the database. */
const OPENINGS_A_MINUTE = 60;

type Body = BodyOf<typeof contracts.createReportLinkContract>;
type Account = { id: string; timezone: string };

/** Returns the days that a link shows now. */
function daysOf({ last_days, from, to }: ReportLinkView, account: Account, now: Date): ReportDays {
  if (last_days === null) return reportDays({ ...(from && { from }), ...(to && { to }) }, account, now);
  const today = localDay(now, account.timezone);
  return reportDays({ from: dayAfter(today, 1 - last_days), to: today }, account, now);
}

/** Reads what a link is to show. Throws the 400 for a period that is neither moving nor fixed. */
function viewIn(body: Body, account: Account, now: Date): ReportLinkView {
  const { last_days, from, to, workflow_id, owner_id, sender_id, channel, group } = body;
  const refuse = (field: string, message: string) => new ApiError('VALIDATION_ERROR', { field, message });
  if (last_days !== undefined && (from ?? to) !== undefined) {
    throw refuse('/last_days', 'Specify either last_days or from and to, not both.');
  }
  if ((from === undefined) !== (to === undefined)) {
    throw refuse(from === undefined ? '/from' : '/to', 'A fixed period requires from and to.');
  }
  const view = {
    last_days: from === undefined ? (last_days ?? contracts.DEFAULT_PERIOD_DAYS) : null,
    from: from ?? null,
    to: to ?? null,
    workflow_id: workflow_id?.toLowerCase() ?? null,
    owner_id: owner_id?.toLowerCase() ?? null,
    sender_id: sender_id?.toLowerCase() ?? null,
    channel: channel ?? null,
    group: group ?? ('workflow' as const),
  };
  daysOf(view, account, now);
  return view;
}

export const createReportLinkRoute = ({ config }: ApiDependencies) =>
  route(contracts.createReportLinkContract).handle(async (input) => {
    const { account, db, body, now } = input;
    assertMayAlso(input, 'reports:read', 'Sharing a report');
    const days = body.expires_in_days === undefined ? contracts.DEFAULT_LINK_DAYS : body.expires_in_days;
    const { row, path } = await createReportLink(db, now, {
      accountId: account.id,
      name: body.name,
      view: viewIn(body, account, now),
      createdBy: callerName(input),
      expiresAt: days === null ? null : new Date(now.getTime() + days * DAY_MS),
    });
    const [link] = await describeReportLinks(db, account.id, [row], now);
    return {
      status: 201,
      body: { success: true, link: found(link, 'REPORT_LINK_NOT_FOUND'), url: `${publicUrl(config)}${path}` },
    };
  });

export const listReportLinksRoute = (_deps: ApiDependencies) =>
  route(contracts.listReportLinksContract).handle(async ({ account, db, query, now }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listReportLinks(db, account.id, page), page.limit);
    const links = await describeReportLinks(db, account.id, rows, now);
    return { status: 200, body: { success: true, links, pagination } };
  });

export const deleteReportLinkRoute = (_deps: ApiDependencies) =>
  route(contracts.deleteReportLinkContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'REPORT_LINK_NOT_FOUND');
    if (!(await deleteReportLink(db, account.id, id))) throw new ApiError('REPORT_LINK_NOT_FOUND');
    return { status: 204, body: null };
  });

/** Finds the names of what a link is limited to. */
async function namesOf(db: Db, accountId: string, { workflow_id, owner_id, sender_id, channel }: ReportLinkView) {
  const [agent] = workflow_id ? await listAgentNames(db, accountId, [workflow_id]) : [];
  const owner = owner_id ? (await listWriters(db, accountId, [owner_id])).get(owner_id) : undefined;
  const [sender] = sender_id ? await listSenderNames(db, accountId, [sender_id]) : [];
  return {
    workflow_name: agent?.name ?? null,
    owner_name: owner?.kind === 'user' ? owner.name : null,
    sender_name: sender?.name ?? null,
    channel,
  };
}

export const openReportLinkRoute = ({ config }: ApiDependencies) => {
  const count = createMinuteCounter();
  return route(contracts.openReportLinkContract).handle(async ({ req, db, now, body: { token } }) => {
    refuseCrossSite(req, config);
    const rate = count(addressPrefix(req.ip ?? ''), OPENINGS_A_MINUTE, now);
    if (!rate.allowed) throw new ApiError('RATE_LIMITED', { headers: { 'Retry-After': String(rate.reset) } });
    const link = found(await openReportLink(db, now, token), 'REPORT_LINK_NOT_FOUND');
    const account = await findAccount(db, link.account_id);
    const view = viewOf(link);
    const { workflow_id, owner_id, sender_id, channel, group } = view;
    const report = await readPerformance(db, {
      account,
      days: daysOf(view, account, now),
      filter: {
        values: {
          agent_id: workflow_id ?? undefined,
          owner_id: owner_id ?? undefined,
          sender_id: sender_id ?? undefined,
          channel: channel ?? undefined,
        },
        missing: [],
      },
      group,
      minSent: LEAST_SENT,
      now,
    });
    return {
      status: 200,
      body: {
        success: true,
        name: link.name,
        account_name: account.name,
        timezone: account.timezone,
        expires_at: link.expires_at?.toISOString() ?? null,
        group,
        filters: await namesOf(db, account.id, view),
        senders: await listSenderNames(db, account.id, [...new Set(report.rows.flatMap((row) => row.sender_id ?? []))]),
        report,
      },
    };
  });
};
