import { listHosts } from '../../db/meetings/hosts.js';
import { getScheduleContract } from '../../schemas/meetings/schedule.js';
import { viewSchedules } from '../../services/meetings/schedule.js';
import type { ApiDependencies } from '../dependencies.js';
import { idsFilter } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { route } from '../http/route.js';
import { timeRange } from './time-range.js';

const KIND = 'schedule';

export const getScheduleRoute = (_deps: ApiDependencies) =>
  route(getScheduleContract).handle(async ({ account, db, query, now }) => {
    const range = timeRange(query, now);
    const page = idPage(KIND, query);
    const ids = idsFilter(query.host_ids, 'hosts', '/host_ids');
    const found = await listHosts(db, account.id, page, ids ? { ids } : { isActive: true });
    const { rows, pagination } = idPageOf(KIND, found, page.limit);
    const hosts = await viewSchedules(db, account.id, rows, range, now);
    const [from, to] = [new Date(range.from).toISOString(), new Date(range.to).toISOString()];
    return { status: 200, body: { success: true, from, to, hosts, pagination } };
  });
