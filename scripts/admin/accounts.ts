import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Knex } from 'knex';
import { updateAccount } from '../../db/accounts/accounts.js';
import { findAnyUserByEmail, findUserByEmail, hasUsers, listUsers } from '../../db/accounts/users.js';
import { inTransaction } from '../../db/connection.js';
import { restartTouches } from '../../db/operations/report-touches.js';
import { loadConfig, publicUrl } from '../../runtime/config.js';
import { MOST_LOG_DAYS } from '../../schemas/accounts/api-requests.js';
import { DAYS_KEPT, RECORD_KINDS, type Retention } from '../../schemas/accounts/retention.js';
import { type AccountLimits, type LeadLimits, MOST_OF_LEAD_LIMITS } from '../../schemas/agents/agents.js';
import { ROLES } from '../../schemas/roles.js';
import { createAccount, createApiKey, createUser } from '../../services/accounts/accounts.js';
import { issueLink, type NewLink } from '../../services/accounts/links.js';
import { resetByOperator } from '../../services/accounts/second-factor.js';
import { allowPassword, unlinkUser } from '../../services/accounts/single-sign-on.js';
import { planPasses } from '../../services/operations/apply-retention.js';
import { listAttention } from '../../services/operations/attention.js';
import { rebuildCounts } from '../../services/operations/count-events.js';
import { rebuildOthers } from '../../services/operations/rebuild-others.js';
import { rebuildRuns } from '../../services/operations/rebuild-runs.js';
import { ACCOUNT, ANY_ACCOUNT, type Commands, countOf, type Given, oneOf, UsageError, workOf } from './command.js';

const RETENTION_OPTIONS = [...new Set(Object.values(RECORD_KINDS))].map(
  (name) => [name.replaceAll('_', '-'), name] as const,
);

const PASSWORD_MS = 3_600_000;

/** Resolves a file path that was given at the terminal, relative to its current directory. */
export const pathOf = (name: string): string => resolve(process.env.INIT_CWD ?? '.', name);

function readText(name: string, option: string): string {
  try {
    return readFileSync(pathOf(name), 'utf8');
  } catch {
    throw new UsageError(`--${option}: ${name} can't be read`);
  }
}

/** Makes a one-time link, as it is to be opened. */
async function linkFor(db: Knex, link: Omit<NewLink, 'createdBy'>): Promise<string> {
  const { path } = await inTransaction(db, (tx) => issueLink(tx, new Date(), { ...link, createdBy: 'system' }));
  const config = loadConfig();
  return (config.PUBLIC_URL || process.env.LAS_API_URL || publicUrl(config)).replace(/\/$/, '') + path;
}

async function switchSending(given: Given, on: boolean) {
  const id = await given.account();
  const note = on ? null : (given.text('note') ?? null);
  await given.db('accounts').where({ id }).update({ sending_enabled: on, sending_note: note });
  return { sending: on, runs: await rebuildRuns(workOf(given), id) };
}

async function limitAccount(given: Given) {
  const id = await given.account();
  const perLead: LeadLimits = {
    ...limitOf(given, 'lead-per-day', 'per_day'),
    ...limitOf(given, 'lead-per-week', 'per_week'),
    ...limitOf(given, 'lead-min-gap-minutes', 'min_gap_minutes'),
  };
  const limits: AccountLimits | null = Object.keys(perLead).length === 0 ? null : { per_lead: perLead };
  const at = new Date();
  await given
    .db('accounts')
    .where({ id })
    .update({ limits: limits && JSON.stringify(limits), updated_at: at });
  return { limits, runs: await rebuildRuns(workOf(given), id) };
}

/** Sets after how many days records go; what isn't given stays for ever. */
async function retainForAccount(given: Given) {
  const id = await given.account();
  const days = RETENTION_OPTIONS.flatMap(([option, name]) => {
    if (given.text(option) === undefined) return [];
    const { minimum, maximum } = DAYS_KEPT;
    const count = countOf(given, option, minimum);
    if (count < minimum || count > maximum) throw new UsageError(`--${option}: must be ${minimum} to ${maximum} days`);
    return [[name, count] as const];
  });
  const retention: Retention | null = days.length === 0 ? null : Object.fromEntries(days);
  const at = new Date();
  await inTransaction(given.db, async (tx) => {
    await updateAccount(tx, id, { retention: retention && JSON.stringify(retention), updated_at: at });
    await planPasses(tx, id, retention, at);
  });
  return { retention };
}

/** One limit, in the bounds that an agent's has; nothing where it wasn't given. */
function limitOf(given: Given, option: string, name: keyof LeadLimits): LeadLimits {
  if (given.text(option) === undefined) return {};
  const count = countOf(given, option, 1);
  const most = MOST_OF_LEAD_LIMITS[name];
  if (count > most) throw new UsageError(`--${option}: must be at most ${most}`);
  return { [name]: count };
}

/** The account of `--account`, or undefined for all of them. */
const accountOrAll = async (given: Given) => (given.text('account') === undefined ? undefined : given.account());

/** Accounts, their users, and what concerns an account as a whole. */
export const ACCOUNT_COMMANDS: Commands = {
  'accounts create': {
    options: {
      name: { value: 'N', needed: true },
      timezone: { value: 'Europe/Madrid' },
      country: { value: 'ES' },
    },
    does: 'create an account with a key, and a setup link for its owner that is valid for a day',
    async run({ db, text, needed }) {
      const now = new Date();
      const { accountId } = await createAccount(db, now, {
        name: needed('name'),
        timezone: text('timezone'),
        country: text('country')?.toUpperCase(),
      });
      const { apiKey } = await createApiKey(db, now, { accountId, name: 'First key' });
      return { account_id: accountId, api_key: apiKey, setup_url: await linkFor(db, { accountId, kind: 'setup' }) };
    },
  },
  'setup link': {
    options: ACCOUNT,
    does: 'create a setup link for the owner of an account without users; earlier links are revoked',
    async run(given) {
      const accountId = await given.account();
      if (await hasUsers(given.db, accountId))
        throw new UsageError('the account already has users: npm run admin -- users reset');
      return { setup_url: await linkFor(given.db, { accountId, kind: 'setup' }) };
    },
  },
  'accounts list': {
    does: 'list the accounts',
    run: ({ db }) => db('accounts').orderBy('id').select('id', 'name', 'timezone', 'country', 'created_at'),
  },
  'accounts limits': {
    options: {
      ...ACCOUNT,
      'lead-per-day': { value: 'N' },
      'lead-per-week': { value: 'N' },
      'lead-min-gap-minutes': { value: 'N' },
    },
    does: 'set the message caps per lead across all workflows, in addition to their own limits; none: no caps',
    run: limitAccount,
  },
  'accounts retention': {
    options: {
      ...ACCOUNT,
      ...Object.fromEntries(RETENTION_OPTIONS.map(([option]) => [option, { value: 'N' }])),
    },
    does: 'set the retention policy in days; none: keep records forever',
    run: retainForAccount,
  },
  'accounts request-log': {
    options: { ...ACCOUNT, days: { value: 'N', needed: true } },
    does: 'set the number of days that API requests are kept in the request log; 0 turns it off',
    async run(given) {
      const id = await given.account();
      const days = Number(given.needed('days'));
      if (!Number.isInteger(days) || days < 0 || days > MOST_LOG_DAYS) {
        throw new UsageError(`--days: must be 0 to ${MOST_LOG_DAYS}`);
      }
      await updateAccount(given.db, id, { request_log_days: days, updated_at: new Date() });
      return { request_log_days: days };
    },
  },
  'users create': {
    options: {
      ...ACCOUNT,
      email: { value: 'E', needed: true },
      'password-file': { value: 'F', needed: true },
      name: { value: 'N' },
      role: { value: ROLES.join('|') },
    },
    does: 'create a user who can sign in',
    async run(given) {
      const role = oneOf(given, 'role', ROLES) ?? 'operator';
      const email = given.needed('email');
      const password = readText(given.needed('password-file'), 'password-file').trim();
      if (password.length < 12) throw new UsageError('--password-file: a password must have at least 12 characters');
      const accountId = await given.account();
      const user = { accountId, email, role, password, name: given.text('name') ?? email };
      const { userId } = await createUser(given.db, new Date(), user);
      return { user_id: userId };
    },
  },
  'users reset': {
    options: { ...ACCOUNT, email: { value: 'E', needed: true } },
    does: 'create a link with which a user can set a new password within an hour',
    async run(given) {
      const accountId = await given.account();
      const user = await findUserByEmail(given.db, accountId, given.needed('email').trim().toLowerCase());
      if (!user) throw new UsageError('--email: the account has no active user with this address');
      return { reset_url: await linkFor(given.db, { accountId, kind: 'reset', userId: user.id }) };
    },
  },
  'users allow-password': {
    options: { ...ACCOUNT, email: { value: 'E', needed: true } },
    does: 'let a user sign in with their password for an hour, although single sign-on is required',
    async run(given) {
      const accountId = await given.account();
      const user = await findUserByEmail(given.db, accountId, given.needed('email').trim().toLowerCase());
      if (!user) throw new UsageError('--email: the account has no active user with this address');
      const now = new Date();
      const until = new Date(now.getTime() + PASSWORD_MS);
      await inTransaction(given.db, (tx) => allowPassword(tx, now, user, until));
      return { user_id: user.id, password_until: until };
    },
  },
  'users reset-second-factor': {
    options: { ...ACCOUNT, email: { value: 'E', needed: true } },
    does: 'remove the second factor of a user who lost it, and end their sessions',
    async run(given) {
      const accountId = await given.account();
      const user = await findAnyUserByEmail(given.db, accountId, given.needed('email').trim().toLowerCase());
      if (!user) throw new UsageError('--email: the account has no user with this address');
      await inTransaction(given.db, (tx) => resetByOperator(tx, new Date(), user));
      return { user_id: user.id };
    },
  },
  'users unlink': {
    options: { ...ACCOUNT, email: { value: 'E', needed: true } },
    does: 'unlink a user from their person at the issuer; the next single sign-on with the address links them again',
    async run(given) {
      const accountId = await given.account();
      const user = await findAnyUserByEmail(given.db, accountId, given.needed('email').trim().toLowerCase());
      if (!user) throw new UsageError('--email: the account has no user with this address');
      const unlinked = await inTransaction(given.db, (tx) => unlinkUser(tx, new Date(), user));
      return { user_id: user.id, unlinked };
    },
  },
  'users list': {
    options: ACCOUNT,
    does: 'list the users of an account',
    run: async (given) =>
      (await listUsers(given.db, await given.account())).map(({ id, email, name, role }) => ({
        id,
        email,
        name,
        role,
      })),
  },
  'sending off': {
    options: { ...ACCOUNT, note: { value: 'N' } },
    does: 'turn sending off for an account; its messages are put on hold',
    run: (given) => switchSending(given, false),
  },
  'sending on': {
    options: ACCOUNT,
    does: 'turn sending on for an account',
    run: (given) => switchSending(given, true),
  },
  attention: {
    options: ANY_ACCOUNT,
    does: 'list attention items, each with the command that resolves it',
    run: async (given) => listAttention(given.db, new Date(), await accountOrAll(given)),
  },
  'rebuild-runs': {
    options: ANY_ACCOUNT,
    does:
      'wake all open runs, bookings, schedules, campaigns and deliveries, and restart those that Temporal no ' +
      'longer has',
    run: async (given) => {
      const [work, account] = [workOf(given), await accountOrAll(given)];
      return { runs: await rebuildRuns(work, account), ...(await rebuildOthers(work, account)) };
    },
  },
  'reports rebuild': {
    does: 'recount reports from all events; accounts with archived events keep their counts',
    run: async ({ db }) => {
      const { upTo, left } = await rebuildCounts({ db });
      await restartTouches(db);
      return { counted_up_to: upTo, ...(left.length > 0 ? { accounts_that_keep_their_counts: left } : {}) };
    },
  },
};
