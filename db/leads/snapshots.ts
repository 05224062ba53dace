import type { AccountLimits } from '../../schemas/agents/agents.js';
import { ACCOUNT_COLUMNS } from '../accounts/accounts.js';
import { type Db, fromJson } from '../connection.js';
import type { AccountRow, AgentRow } from '../tables.js';
import { addressHashesOf } from './suppressions.js';
import type { LeadEngagementRow, LeadRow } from './tables.js';

/** A lead with everything about it that a decision may look at, as rows. */
export interface LeadSnapshot {
  lead: LeadRow;
  metadata: Record<string, unknown>;
  engagement: Partial<LeadEngagementRow>;
  account: Pick<AccountRow, 'id' | 'name' | 'timezone' | 'country' | 'sending_enabled' | 'sending_note'> & {
    limits: AccountLimits | null;
  };
  /** The acting agent's switches; undefined when no agent was asked for. */
  agent?: Pick<AgentRow, 'id' | 'name' | 'is_active' | 'paused' | 'pause_reason' | 'version'>;
  tags: string[];
  variables: Record<string, { value: unknown; value_text: string; confidence: number; updated_at: string }>;
  /** The source of each variable, if known. */
  setBy: Record<string, string | null>;
  suppressed: string[];
  conversions: { count: number; total_amount: number; last_at: string | null; types: string[] };
  /** Until when WhatsApp takes free text from each number that the lead has written to. */
  windows: { numberId: string; ofDefault: boolean; expiresAt: Date }[];
  lastCall: { status: string; reason: string | null; successful: boolean | null; at: Date | null } | null;
  /** In the order they were made. */
  meetings: { id: string; status: string; starts_at: Date; ends_at: Date }[];
}

const ENGAGEMENT = [
  'last_inbound_at',
  'last_outbound_at',
  'last_channel',
  'inbound_count',
  'outbound_count',
  'delivered_count',
  'read_count',
  'opened_count',
  'clicked_count',
  'calls_count',
  'calls_answered',
  'whatsapp_window_expires_at',
] as const;

/** A lead's row with its account's, its engagement's and, where asked for, its agent's columns. */
export interface SnapshotRow extends LeadRow {
  account_name: string;
  account_timezone: string;
  account_country: string | null;
  account_sending_enabled: boolean;
  account_sending_note: string | null;
  account_limits: string | null;
  agent_name?: string;
  agent_is_active?: boolean;
  agent_paused?: boolean;
  agent_pause_reason?: string | null;
  agent_version?: number;
  [column: `engagement_${string}`]: unknown;
}

/** Data of a lead that is only read if a decision needs it. */
export const EXTRA_SOURCES = ['conversion', 'meeting', 'engagement'] as const;
export type ExtraSource = (typeof EXTRA_SOURCES)[number];

type Part = {
  /** The lead's id; of a suppressed channel the hash of its address, in hexadecimal. */
  subject: string;
  kind: 'tag' | 'field' | 'window' | 'suppressed' | 'conversion' | 'meeting' | 'call';
  name: string;
  value: string | null;
  value_text: string | null;
  confidence: number | null;
  at: Date | null;
  ends_at: Date | null;
  set_by: string | null;
};

/**
 * Reads leads of an account with all their facts in two statements, in the order of `leadIds`; unknown ids are left out.
 * Conversions, meetings and calls (of `engagement`) are read as far as `extras` names them, which is all of them if not given.
 */
export async function loadLeadSnapshots(
  db: Db,
  {
    accountId,
    agentId,
    leadIds,
    extras = EXTRA_SOURCES,
  }: { accountId: string; agentId?: string; leadIds: string[]; extras?: readonly ExtraSource[] },
): Promise<LeadSnapshot[]> {
  if (leadIds.length === 0) return [];
  const query = db('leads')
    .join('accounts', 'accounts.id', 'leads.account_id')
    .leftJoin('lead_engagement as e', 'e.lead_id', 'leads.id')
    .where('leads.account_id', accountId)
    .whereIn('leads.id', leadIds)
    .select('leads.*', ...ACCOUNT_COLUMNS, ...ENGAGEMENT.map((column) => `e.${column} as engagement_${column}`));
  if (agentId !== undefined) {
    query
      .leftJoin('agents', 'agents.id', db.raw('?', [agentId]))
      .select(
        'agents.name as agent_name',
        'agents.is_active as agent_is_active',
        'agents.paused as agent_paused',
        'agents.pause_reason as agent_pause_reason',
        'agents.version as agent_version',
      );
  }
  const rows: SnapshotRow[] = await query;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return completeSnapshots(
    db,
    leadIds.flatMap((id) => byId.get(id) ?? []),
    agentId,
    extras,
  );
}

/** Finds the account's own caps, for a lead that is in no table. */
export async function findAccountLimits(db: Db, accountId: string): Promise<AccountLimits | null> {
  const row = await db('accounts').where({ id: accountId }).first('limits');
  return fromJson(row?.limits ?? null);
}

/**
 * The selected columns for each lead's row of `completeSnapshots`, without a join that would lock other tables' rows
 * too.
 */
export const SNAPSHOT_COLUMNS = [
  'leads.*',
  ...ENGAGEMENT.map((column) => `e.${column} as engagement_${column}`),
] as const;

const CONTEXT = [
  ...(['account_name', 'account_timezone', 'account_country', 'account_sending_enabled'] as const),
  ...(['account_sending_note', 'account_limits', 'agent_name', 'agent_is_active'] as const),
  ...(['agent_paused', 'agent_pause_reason', 'agent_version'] as const),
] as const;

/** The columns of an account and its agent in addition to a lead's row. */
export type SnapshotContext = Pick<SnapshotRow, (typeof CONTEXT)[number]>;

const columnsOf = (context: SnapshotContext): SnapshotContext =>
  Object.fromEntries(CONTEXT.map((column) => [column, context[column]])) as unknown as SnapshotContext;

/** Locks a lead and reads everything about it in two statements; what the caller knows of account and agent is not read again. */
export async function lockLeadSnapshot(
  tx: Db,
  { accountId, agentId, leadId }: { accountId: string; agentId: string; leadId: string },
  context: SnapshotContext,
  extras: readonly ExtraSource[],
): Promise<LeadSnapshot | undefined> {
  const row: LeadRow | undefined = await tx('leads')
    .leftJoin('lead_engagement as e', 'e.lead_id', 'leads.id')
    .where({ 'leads.account_id': accountId, 'leads.id': leadId })
    .forUpdate()
    .first(...SNAPSHOT_COLUMNS);
  if (!row) return undefined;
  const [snapshot] = await completeSnapshots(tx, [{ ...columnsOf(context), ...row }], agentId, extras);
  return snapshot;
}

/** Adds what else is known to rows of leads of one account, in one statement and in the order of the rows. */
export async function completeSnapshots(
  db: Db,
  rows: readonly SnapshotRow[],
  agentId: string | undefined,
  extras: readonly ExtraSource[] = EXTRA_SOURCES,
): Promise<LeadSnapshot[]> {
  if (rows.length === 0) return [];
  const parts = await loadParts(db, rows, extras);
  return rows.map((row, at) => toSnapshot(row, parts[at] ?? [], agentId));
}

const PARTS: readonly string[] = [
  `SELECT lt.lead_id AS subject, 'tag' AS kind, t.slug AS name, NULL AS value, NULL AS value_text, NULL AS confidence, NULL AS at, NULL AS ends_at, NULL AS set_by
     FROM lead_tags lt JOIN tags t ON t.id = lt.tag_id WHERE lt.lead_id IN `,
  `SELECT lead_id, 'field', field_key, value, value_text, confidence, updated_at, NULL, set_by
     FROM lead_variables WHERE lead_id IN `,
  // Each with the account's default number, found in the same way as senders.
  `SELECT w.lead_id, 'window', w.number_id, (SELECT n.id FROM whatsapp_numbers n WHERE n.account_id = w.account_id
     ORDER BY n.is_default DESC, n.id LIMIT 1), NULL, NULL, w.expires_at, NULL, NULL FROM whatsapp_windows w
     WHERE w.expires_at IS NOT NULL AND w.lead_id IN `,
];

const EXTRA_PARTS: Record<ExtraSource, [string, string]> = {
  conversion: [
    `SELECT c.lead_id, 'conversion', ct.name, ct.id, COUNT(*), SUM(c.amount), MAX(c.converted_at), NULL, NULL
       FROM conversions c JOIN conversion_types ct ON ct.id = c.conversion_type_id WHERE c.lead_id IN `,
    ' GROUP BY c.lead_id, ct.id, ct.name',
  ],
  meeting: [
    `SELECT lead_id, 'meeting', status, id, NULL, NULL, starts_at, ends_at, NULL FROM meetings WHERE lead_id IN `,
    '',
  ],
  engagement: [
    `SELECT lead_id, 'call', call_status, message_id, disconnection_reason, successful, COALESCE(ended_at, started_at), NULL, NULL
       FROM calls WHERE lead_id IN `,
    '',
  ],
};

const SUPPRESSED = `SELECT LOWER(HEX(address_hash)), 'suppressed', channel, NULL, NULL, NULL, NULL, NULL, NULL
     FROM suppressions WHERE account_id = ? AND (channel, address_hash) IN `;

/** Tags, variables, suppressed channels, and the extras that are asked for, of each lead, in one statement. */
async function loadParts(db: Db, leads: readonly LeadRow[], extras: readonly ExtraSource[]): Promise<Part[][]> {
  const leadIds = leads.map((lead) => lead.id);
  const ids = `(${leadIds.map(() => '?').join(',')})`;
  const selects: [string, readonly (string | Buffer)[]][] = [
    ...PARTS.map((select): [string, string[]] => [select + ids, leadIds]),
    ...extras.map((extra): [string, string[]] => [EXTRA_PARTS[extra][0] + ids + EXTRA_PARTS[extra][1], leadIds]),
  ];
  const addresses = leads.map(addressHashesOf);
  if (addresses.flat().length > 0) {
    const tuples = addresses.flat().map(() => '(?,?)');
    selects.push([`${SUPPRESSED}(${tuples.join(',')})`, [leads[0]?.account_id ?? '', ...addresses.flat(2)]]);
  }
  const [rows] = (await db.raw(
    selects.map(([select]) => select).join(' UNION ALL '),
    selects.flatMap(([, bindings]) => bindings),
  )) as unknown as [Part[]];
  const parts = Map.groupBy(rows, (row) => row.subject);
  return leads.map((lead, at) => {
    const keys = [lead.id, ...new Set(addresses[at]?.map(([, hash]) => hash.toString('hex')))];
    return keys.flatMap((key) => parts.get(key) ?? []);
  });
}

function toSnapshot(row: SnapshotRow, parts: Part[], agentId: string | undefined): LeadSnapshot {
  return {
    lead: row,
    metadata: fromJson(row.metadata),
    engagement: Object.fromEntries(ENGAGEMENT.map((column) => [column, row[`engagement_${column}`] ?? undefined])),
    account: {
      id: row.account_id,
      name: row.account_name,
      timezone: row.account_timezone,
      country: row.account_country,
      sending_enabled: row.account_sending_enabled,
      sending_note: row.account_sending_note,
      limits: fromJson(row.account_limits),
    },
    ...(agentId !== undefined && row.agent_name !== undefined && row.agent_name !== null
      ? {
          agent: {
            id: agentId,
            name: row.agent_name,
            is_active: row.agent_is_active ?? false,
            paused: row.agent_paused ?? false,
            pause_reason: row.agent_pause_reason ?? null,
            version: row.agent_version ?? 0,
          },
        }
      : {}),
    tags: parts.filter((part) => part.kind === 'tag').map((part) => part.name),
    variables: Object.fromEntries(
      parts
        .filter((part) => part.kind === 'field')
        .map((part) => [
          part.name,
          {
            value: fromJson(part.value ?? 'null'),
            value_text: part.value_text ?? '',
            confidence: part.confidence ?? 0,
            updated_at: part.at?.toISOString() ?? '',
          },
        ]),
    ),
    setBy: Object.fromEntries(parts.filter(({ kind }) => kind === 'field').map(({ name, set_by }) => [name, set_by])),
    windows: parts
      .filter((part) => part.kind === 'window')
      .flatMap(({ name, value, at }) => (at ? [{ numberId: name, ofDefault: name === value, expiresAt: at }] : [])),
    suppressed: parts.filter((part) => part.kind === 'suppressed').map((part) => part.name),
    lastCall: lastCallOf(parts.filter((part) => part.kind === 'call')),
    conversions: conversionsOf(parts.filter((part) => part.kind === 'conversion')),
    meetings: parts
      .filter((part) => part.kind === 'meeting')
      // Ids sort by the moment they were made.
      .sort((a, b) => ((a.value ?? '') < (b.value ?? '') ? -1 : 1))
      .flatMap(({ name, value, at, ends_at }) =>
        at && ends_at ? [{ id: value ?? '', status: name, starts_at: at, ends_at }] : [],
      ),
  };
}

function lastCallOf(parts: readonly Part[]): LeadSnapshot['lastCall'] {
  // Ids sort by the moment they were made.
  const last = parts.reduce<Part | undefined>((best, part) => {
    return best && (best.value ?? '') > (part.value ?? '') ? best : part;
  }, undefined);
  if (!last) return null;
  const successful = last.confidence === null ? null : Number(last.confidence) === 1;
  return { status: last.name, reason: last.value_text, successful, at: last.at };
}

/** One part for each type: its id, and in the columns of variables how many, their sum and the last one's time. */
function conversionsOf(parts: readonly Part[]): LeadSnapshot['conversions'] {
  const times = parts.map((part) => part.at?.toISOString() ?? '').sort();
  return {
    count: parts.reduce((sum, part) => sum + Number(part.value_text ?? 0), 0),
    total_amount: parts.reduce((sum, part) => sum + Number(part.confidence ?? 0), 0),
    last_at: times.at(-1) ?? null,
    types: parts.flatMap((part) => [part.name, part.value ?? '']),
  };
}

/** The snapshot of a lead without history. */
export const NO_HISTORY = {
  engagement: {},
  variables: {},
  setBy: {},
  suppressed: [],
  conversions: { count: 0, total_amount: 0, last_at: null, types: [] },
  windows: [],
  lastCall: null,
  meetings: [],
} satisfies Partial<LeadSnapshot>;
