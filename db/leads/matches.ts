import type { Knex } from 'knex';
import { type Identity, type IdentityKind, identitiesOf, identityKey } from '../../domain/values/identity.js';
import type { Db } from '../connection.js';

/** A lead that has an identity; of several with the same one the first, and how many there are. */
export interface LeadMatch extends Identity {
  leadId: string;
  count: number;
}

const grouped = (db: Db, accountId: string, kind: IdentityKind, values: readonly string[]): Knex.QueryBuilder =>
  db('leads')
    .where({ account_id: accountId, hidden: false })
    .whereIn(kind, kind === 'external_id' ? values.map((value) => Buffer.from(value)) : [...values])
    .groupBy('spelling')
    .select(
      db.raw('? AS kind', [kind]),
      db.raw('CAST(?? AS BINARY) AS spelling', [kind]),
      db.raw('MIN(id) AS lead_id'),
      db.raw('COUNT(*) AS n'),
    );

/** Finds the visible leads that have any of the identities, in one statement. */
export async function findMatches(tx: Db, accountId: string, identities: readonly Identity[]): Promise<LeadMatch[]> {
  const parts = (['id', 'external_id', 'email', 'phone'] as const).flatMap((kind) => {
    const values = [...new Set(identities.filter((identity) => identity.kind === kind).map(({ value }) => value))];
    return values.length > 0 ? [grouped(tx, accountId, kind, values)] : [];
  });
  if (parts.length === 0) return [];
  const rows = (await tx.queryBuilder().unionAll(parts, true)) as {
    kind: string;
    spelling: Buffer;
    lead_id: string;
    n: number;
  }[];
  // The index doesn't tell accents apart, an address does; and spellings of one address are one identity.
  const wanted = new Set(identities.map(identityKey));
  const matches = new Map<string, LeadMatch>();
  for (const row of rows) {
    const kind = row.kind as IdentityKind;
    const value = row.spelling.toString();
    const [identity] = kind === 'id' ? [{ kind, value }] : identitiesOf({ [kind]: value });
    if (!identity) continue;
    const key = identityKey(identity);
    if (!wanted.has(key)) continue;
    const known = matches.get(key);
    matches.set(key, {
      ...identity,
      leadId: known && known.leadId < row.lead_id ? known.leadId : row.lead_id,
      count: (known?.count ?? 0) + row.n,
    });
  }
  return [...matches.values()];
}

/** An address that a lead with a run of an agent has. */
export interface RunAddress extends Identity {
  agentId: string;
  leadId: string;
}

/** Returns which of the addresses belong to leads that have a run of one of the agents, an open one or any at all. */
export async function findRunAddresses(
  tx: Db,
  accountId: string,
  agentIds: readonly string[],
  identities: readonly Identity[],
  which: 'open' | 'any',
): Promise<RunAddress[]> {
  const part = (kind: 'email' | 'phone'): Knex.QueryBuilder[] => {
    const values = [...new Set(identities.filter((identity) => identity.kind === kind).map(({ value }) => value))];
    if (values.length === 0) return [];
    return [
      tx('leads AS l')
        .join('agent_runs AS r', 'r.lead_id', 'l.id')
        .where({ 'l.account_id': accountId, 'l.hidden': false, ...(which === 'open' ? { 'r.open_slot': 1 } : {}) })
        .whereIn(`l.${kind}`, values)
        .whereIn('r.agent_id', [...agentIds])
        .select('l.id', 'l.email', 'l.phone', 'r.agent_id'),
    ];
  };
  const parts = [...part('email'), ...part('phone')];
  if (parts.length === 0 || agentIds.length === 0) return [];
  const rows = (await tx.queryBuilder().union(parts, true)) as {
    id: string;
    email: string | null;
    phone: string | null;
    agent_id: string;
  }[];
  return rows.flatMap((row) =>
    identitiesOf({ email: row.email, phone: row.phone }).map((identity) => ({
      ...identity,
      agentId: row.agent_id,
      leadId: row.id,
    })),
  );
}

/** Returns whether a lead other than this one, hidden ones included, has the identity. */
export async function isHeldByOthers(
  tx: Db,
  accountId: string,
  leadId: string,
  { kind, value }: Identity,
): Promise<boolean> {
  const rows = await tx('leads')
    .where({ account_id: accountId, [kind]: kind === 'external_id' ? Buffer.from(value) : value })
    .whereNot({ id: leadId })
    .select('email', 'phone', 'external_id');
  return rows.some((row) => identitiesOf(row).some((other) => other.kind === kind && other.value === value));
}
