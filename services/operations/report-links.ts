import { createHash, randomBytes } from 'node:crypto';
import { type Db, fromJson, refusesWrites } from '../../db/connection.js';
import {
  countOpening,
  findReportLink,
  insertReportLink,
  type LinkCreator,
  listLinkCreators,
} from '../../db/operations/report-links.js';
import type { ReportLinkRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import type { ReportLink } from '../../schemas/operations/report-links.js';
import { type Role, roleGrants } from '../../schemas/roles.js';
import { grants, type Scope } from '../../schemas/scopes.js';

/** What a link shows. */
export type ReportLinkView = Pick<
  ReportLink,
  'last_days' | 'from' | 'to' | 'workflow_id' | 'owner_id' | 'sender_id' | 'channel' | 'group'
>;

export interface NewReportLink {
  accountId: string;
  name: string;
  view: ReportLinkView;
  createdBy: string;
  expiresAt: Date | null;
}

/** The scopes that the creator of a link needs as long as it is to work. */
const NEEDED: readonly Scope[] = ['reports:write', 'reports:read'];

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const creatorIdOf = ({ created_by }: ReportLinkRow): string => created_by.split(':')[1] ?? '';

/**
 * Creates a link in the caller's transaction. Only a hash of its token is kept. The token is after the `#` of the path,
 * so no server and no log sees it.
 */
export async function createReportLink(
  tx: Db,
  now: Date,
  { accountId, name, view, createdBy, expiresAt }: NewReportLink,
): Promise<{ row: ReportLinkRow; path: string }> {
  const token = randomBytes(32).toString('base64url');
  const row = {
    id: newId(),
    account_id: accountId,
    name,
    view: JSON.stringify(view),
    token_hash: hashOf(token),
    created_by: createdBy,
    created_at: now,
    expires_at: expiresAt,
    last_opened_at: null,
    openings: 0,
  };
  await insertReportLink(tx, row);
  return { row, path: `/shared#${token}` };
}

const mayShare = (creator: LinkCreator | undefined): boolean =>
  creator !== undefined &&
  creator.ended_at === null &&
  NEEDED.every((scope) =>
    creator.kind === 'user' ? roleGrants(creator.role as Role, scope) : grants(creator.scopes, scope),
  );

const statusOf = ({ expires_at }: ReportLinkRow, creator: LinkCreator | undefined, now: Date): ReportLink['status'] =>
  expires_at !== null && expires_at <= now ? 'expired' : mayShare(creator) ? 'active' : 'suspended';

export const viewOf = ({ view }: ReportLinkRow): ReportLinkView => fromJson<ReportLinkView>(view);

/** Returns links as the API shows them, with their creators. */
export async function describeReportLinks(
  db: Db,
  accountId: string,
  rows: readonly ReportLinkRow[],
  now: Date,
): Promise<ReportLink[]> {
  const creators = await listLinkCreators(db, accountId, [...new Set(rows.map(creatorIdOf))]);
  return rows.map((row) => {
    const creator = creators.find(({ id }) => id === creatorIdOf(row));
    return {
      id: row.id,
      name: row.name,
      ...viewOf(row),
      status: statusOf(row, creator, now),
      created_at: row.created_at.toISOString(),
      created_by: row.created_by,
      created_by_name: creator?.name ?? null,
      expires_at: row.expires_at?.toISOString() ?? null,
      last_opened_at: row.last_opened_at?.toISOString() ?? null,
      openings: row.openings,
    };
  });
}

/**
 * Finds a link that works, and counts its opening. Returns undefined if the token is unknown, the link has expired or
 * was revoked, or its creator can no longer share reports. While the database refuses writes, the link opens uncounted.
 */
export async function openReportLink(db: Db, now: Date, token: string): Promise<ReportLinkRow | undefined> {
  const row = await findReportLink(db, hashOf(token));
  if (!row) return undefined;
  const [creator] = await listLinkCreators(db, row.account_id, [creatorIdOf(row)]);
  if (statusOf(row, creator, now) !== 'active') return undefined;
  await countOpening(db, now, row.id).catch((error: unknown) => {
    if (!refusesWrites(error)) throw error;
  });
  return row;
}
