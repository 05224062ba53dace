import type { Db, Listing } from '../../db/connection.js';
import type { AttentionScope } from '../../db/operations/attention.js';
import type { AttentionKind } from '../../schemas/operations/attention.js';

/** A problem that needs a person, and its remedy. */
export interface AttentionItem {
  kind: AttentionKind;
  what: string;
  /** Null where it is about the whole installation. */
  account_id: string | null;
  id: string;
  since: Date;
  detail: string;
  remedy: string;
  /** The type of the ID, if items of its kind differ in that. */
  subject?: string;
  /** The lead it concerns, where it is one. */
  lead_id?: string | null;
  /** The agent that it concerns, where it is one. */
  agent_id?: string | null;
}

/** The items of one kind, before the query runs. */
export interface PendingItems {
  rows: Listing<object>;
  items(): Promise<AttentionItem[]>;
}

/** Prepares the list of what waits of one kind. */
export type ListKind = (db: Db, scope: AttentionScope) => PendingItems;

/** The time some milliseconds before a look. */
export const before = ({ now }: AttentionScope, ms: number): Date => new Date(now.getTime() - ms);

/** The description of a row. */
type ItemDescription = Omit<AttentionItem, 'kind' | 'what' | 'account_id' | 'lead_id' | 'agent_id'>;

/** One kind of thing that waits for a person. */
interface Kind<Row> {
  kind: AttentionKind;
  what: string;
  query(db: Db, scope: AttentionScope): Listing<Row>;
  describe(row: Row): ItemDescription;
}

/** Prepares the list of one kind from its query. */
export const listOf =
  <Row extends { account_id: string; lead_id?: string | null; agent_id?: string | null }>({
    kind,
    what,
    query,
    describe,
  }: Kind<Row>): ListKind =>
  (db, scope) => {
    const rows = query(db, scope);
    const describeRow = (row: Row): AttentionItem => ({
      kind,
      what,
      account_id: row.account_id,
      ...describe(row),
      ...(row.lead_id ? { lead_id: row.lead_id } : {}),
      ...(row.agent_id ? { agent_id: row.agent_id } : {}),
    });
    return { rows, items: async () => (await rows).map(describeRow) };
  };
