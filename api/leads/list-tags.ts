import { listTags } from '../../db/leads/tags.js';
import { listTagsContract } from '../../schemas/leads/tags.js';
import { viewTag } from '../../services/leads/lead-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageOf } from '../http/request/paging.js';
import { route } from '../http/route.js';

export const listTagsRoute = (_deps: ApiDependencies) =>
  route(listTagsContract).handle(async ({ account, query, db }) => {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const found = await listTags(db, account.id, limit, decodeCursor(query.cursor, 'tags')?.[0]);
    const { rows, pagination } = pageOf(found, limit, (last) => encodeCursor('tags', [last.id]));
    const tags = rows.map((row) => ({ ...viewTag(row), created_at: row.created_at.toISOString() }));
    return { status: 200, body: { success: true, tags, pagination } };
  });
