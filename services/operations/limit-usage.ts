import { findAccount } from '../../db/accounts/accounts.js';
import { countsOfMinute, listApiKeys } from '../../db/accounts/api-keys.js';
import { findDefinitions, listAgentsOfAccount, versionKey } from '../../db/agents/agents.js';
import { countCallsBySender } from '../../db/channels/calls.js';
import { listEmailSenders } from '../../db/channels/email-senders.js';
import { readCounters } from '../../db/channels/sender-usage.js';
import { listVoiceAgents } from '../../db/channels/voice-agents.js';
import { listWhatsAppNumbers } from '../../db/channels/whatsapp-numbers.js';
import { countFirstContacts } from '../../db/channels/whatsapp-windows.js';
import { type Db, fromJson } from '../../db/connection.js';
import { type Spending, usageOfDay } from '../../db/models/usage.js';
import { listWidgetUse, type WidgetDayUse } from '../../db/widget/day-use.js';
import { dailyLimit } from '../../domain/messages/limits.js';
import { DAY_MS, MINUTE_MS } from '../../domain/time/zoned.js';
import { completeLimits, type StoredSettings } from '../../domain/widget/settings.js';
import type { LIMITED_TYPES, MEASURES, PERIODS } from '../../schemas/accounts/usage.js';
import type { AccountLimits } from '../../schemas/agents/agents.js';
import { nameOfSender, type Sender, senderLimits } from '../channels/senders.js';
import { buckets, dayNumber } from '../messages/usage.js';

type Measure = (typeof MEASURES)[number];
type Period = (typeof PERIODS)[number];

/** A limit of a record and how much of it is used. */
export interface LimitUsage {
  subject: { type: (typeof LIMITED_TYPES)[number]; id: string; name: string };
  measure: Measure;
  period: Period;
  used: number;
  limit: number;
  /** Null if the period moves with the clock. */
  resetsAt: Date | null;
}

interface Request {
  accountId: string;
  /** Time zone of the account, whose days the limits of senders apply to. */
  timezone: string;
  now: Date;
}

const MOST = 1_000;

const nextMinute = (now: Date) => new Date((Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS);
const dayOf = (now: Date) => now.toISOString().slice(0, 10);
const nextUtcDay = (now: Date) => new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);

/** Lists what is limited: an undefined or null limit is none. */
const limited = (
  subject: LimitUsage['subject'],
  all: readonly (Omit<LimitUsage, 'subject' | 'limit'> & { limit: number | null | undefined })[],
): LimitUsage[] =>
  all.flatMap(({ limit, ...rest }) => (limit === null || limit === undefined ? [] : [{ subject, ...rest, limit }]));

const modelUsage = (
  { tokens, micros }: Spending,
  limit: { tokens: number | null | undefined; micros: number | null | undefined },
  now: Date,
) => {
  const rest = { period: 'day', resetsAt: nextUtcDay(now) } as const;
  return [
    { measure: 'tokens', used: tokens, limit: limit.tokens, ...rest },
    { measure: 'cost_micros', used: micros, limit: limit.micros, ...rest },
  ] as const;
};

const NONE: Spending = { tokens: 0, micros: 0 };

async function keyUsage(db: Db, { accountId, now }: Request): Promise<LimitUsage[]> {
  const [keys, counts] = await Promise.all([listApiKeys(db, accountId), countsOfMinute(db, accountId)]);
  // The limit of a widget's key applies to each of its sessions, so it has no usage as a whole.
  const live = keys.filter(({ kind, revokedAt }) => kind === 'live' && revokedAt === null).slice(0, MOST);
  return live.map(({ id, name, rateLimit }) => ({
    subject: { type: 'api_key', id, name },
    measure: 'requests',
    period: 'minute',
    used: counts.get(id) ?? 0,
    limit: rateLimit,
    resetsAt: nextMinute(now),
  }));
}

async function listSenders(db: Db, accountId: string): Promise<Sender[]> {
  const page = { limit: MOST - 1 };
  const [emails, numbers, voices] = await Promise.all([
    listEmailSenders(db, accountId, page),
    listWhatsAppNumbers(db, accountId, page),
    listVoiceAgents(db, accountId, page),
  ]);
  return [
    ...emails.map((row) => ({ channel: 'email' as const, row })),
    ...numbers.map((row) => ({ channel: 'whatsapp' as const, row })),
    ...voices.map((row) => ({ channel: 'call' as const, row })),
  ];
}

const SENDER_TYPES = { email: 'email_sender', whatsapp: 'whatsapp_number', call: 'voice_agent' } as const;

async function senderUsage(db: Db, { accountId, timezone, now }: Request): Promise<LimitUsage[]> {
  const senders = await listSenders(db, accountId);
  if (senders.length === 0) return [];
  const ids = senders.map(({ row }) => row.id);
  const { minute, day, nextDay } = buckets(now, timezone);
  const counters = ids.flatMap((id) => [
    { id, bucket: 'minute', at: minute },
    { id, bucket: 'day', at: day },
  ]);
  const [counts, contacts, calls] = await Promise.all([
    readCounters(db, counters),
    countFirstContacts(db, now, ids),
    countCallsBySender(db, now, accountId),
  ]);
  return senders.flatMap((sender) => {
    const { id } = sender.row;
    const limits = senderLimits(sender) ?? {};
    const messages = (bucket: string) => ({ measure: 'messages' as const, used: counts.get(`${id}/${bucket}`) ?? 0 });
    const rolling = { resetsAt: null } as const;
    return limited({ type: SENDER_TYPES[sender.channel], id, name: nameOfSender(sender) }, [
      { ...messages('minute'), period: 'minute', limit: limits.per_minute, resetsAt: nextMinute(now) },
      {
        ...messages('day'),
        period: 'day',
        limit: dailyLimit(limits, dayNumber(sender.row, now, timezone)),
        resetsAt: nextDay,
      },
      {
        measure: 'new_conversations',
        period: 'last_24_hours',
        used: contacts.get(id) ?? 0,
        limit: limits.first_contacts_per_day,
        ...rolling,
      },
      { measure: 'concurrent_calls', period: 'now', used: calls.get(id) ?? 0, limit: limits.concurrent, ...rolling },
    ]);
  });
}

async function agentUsage(db: Db, { accountId, now }: Request): Promise<LimitUsage[]> {
  const agents = (await listAgentsOfAccount(db, accountId)).filter(({ version }) => version > 0).slice(0, MOST);
  if (agents.length === 0) return [];
  const keyOf = ({ id, version }: (typeof agents)[number]) => ({ agentId: id, version });
  const definitions = await findDefinitions(db, agents.map(keyOf));
  const published = agents.flatMap((agent) => {
    const definition = definitions.get(versionKey(keyOf(agent)));
    return definition ? [{ ...agent, definition, periods: buckets(now, definition.timezone) }] : [];
  });
  const [counts, spent] = await Promise.all([
    readCounters(
      db,
      published.map(({ id, periods }) => ({ id, bucket: 'new_leads', at: periods.day })),
    ),
    usageOfDay(
      db,
      agents.map(({ id }) => id),
      dayOf(now),
    ),
  ]);
  return published.flatMap(({ id, name, definition: { limits, ai }, periods }) =>
    limited({ type: 'workflow', id, name }, [
      {
        measure: 'new_leads',
        period: 'day',
        used: counts.get(`${id}/new_leads`) ?? 0,
        limit: limits.max_new_per_day,
        resetsAt: periods.nextDay,
      },
      ...modelUsage(spent.get(id) ?? NONE, { tokens: ai.budget.per_day_tokens, micros: ai.budget.per_day_micros }, now),
    ]),
  );
}

async function widgetUsage(db: Db, { accountId, now }: Request): Promise<LimitUsage[]> {
  const rows = (await listWidgetUse(db, { accountId, now, limit: MOST })) as WidgetDayUse[];
  return rows.flatMap(({ id, name, settings, turns, tokens, micros }) => {
    const limits = completeLimits(fromJson<StoredSettings>(settings).limits);
    return limited({ type: 'widget', id, name }, [
      { measure: 'turns', period: 'day', used: turns, limit: limits.turns_per_day, resetsAt: nextUtcDay(now) },
      ...modelUsage({ tokens, micros }, { tokens: limits.tokens_per_day, micros: limits.micros_per_day }, now),
    ]);
  });
}

async function accountUsage(db: Db, { accountId, now }: Request): Promise<LimitUsage[]> {
  const [{ name, limits }, spent] = await Promise.all([
    findAccount(db, accountId),
    usageOfDay(db, [accountId], dayOf(now)),
  ]);
  const { ai } = fromJson<AccountLimits | null>(limits) ?? {};
  const budget = { tokens: ai?.per_day_tokens, micros: ai?.per_day_micros };
  return limited({ type: 'account', id: accountId, name }, modelUsage(spent.get(accountId) ?? NONE, budget, now));
}

/** Lists the limits of an account with their current usage; nothing is locked or written. */
export async function listLimitUsage(db: Db, request: Request): Promise<LimitUsage[]> {
  const all = [accountUsage, keyUsage, senderUsage, agentUsage, widgetUsage];
  return (await Promise.all(all.map((usageOf) => usageOf(db, request)))).flat();
}
