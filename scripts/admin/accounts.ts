import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { listUsers } from '../../db/users.js';
import { type AccountLimits, type LeadLimits, MOST_OF_LEAD_LIMITS } from '../../schemas/agents.js';
import { createAccount, createApiKey, createUser } from '../../services/accounts.js';
import { listAttention } from '../../services/attention.js';
import { rebuildOthers } from '../../services/rebuild-others.js';
import { rebuildRuns } from '../../services/rebuild-runs.js';
import { ACCOUNT, ANY_ACCOUNT, type Commands, countOf, type Given, oneOf, UsageError } from './command.js';

const ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;

/** A file that was named at the terminal, from where its user stands. */
export const pathOf = (name: string): string => resolve(process.env.INIT_CWD ?? '.', name);

function readText(name: string, option: string): string {
  try {
    return readFileSync(pathOf(name), 'utf8');
  } catch {
    throw new UsageError(`--${option}: ${name} can't be read`);
  }
}

async function switchSending(given: Given, on: boolean) {
  const id = await given.account();
  const note = on ? null : (given.text('note') ?? null);
  await given
    .db('accounts')
    .where({ id })
    .update({ sending_enabled: on ? 1 : 0, sending_note: note });
  return { sending: on, runs: await rebuildRuns(given.db, new Date(), id) };
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
  return { limits, runs: await rebuildRuns(given.db, at, id) };
}

/** One limit, in the bounds that an agent's has; nothing where it wasn't given. */
function limitOf(given: Given, option: string, name: keyof LeadLimits): LeadLimits {
  if (given.text(option) === undefined) return {};
  const count = countOf(given, option, 1);
  const most = MOST_OF_LEAD_LIMITS[name];
  if (count > most) throw new UsageError(`--${option}: at most ${most}`);
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
      email: { value: 'owner@example.com' },
    },
    does: 'makes an account with an owner and a key',
    async run({ db, text, needed }) {
      const now = new Date();
      const { accountId } = await createAccount(db, now, {
        name: needed('name'),
        timezone: text('timezone'),
        country: text('country')?.toUpperCase(),
      });
      const email = text('email') ?? `owner-${accountId}@localhost`;
      const password = crypto.randomUUID();
      await createUser(db, now, { accountId, email, name: 'Owner', role: 'owner', password });
      const { apiKey } = await createApiKey(db, now, { accountId, name: 'First key' });
      return { account_id: accountId, owner_email: email, owner_password: password, api_key: apiKey };
    },
  },
  'accounts list': {
    does: 'lists the accounts',
    run: ({ db }) => db('accounts').orderBy('id').select('id', 'name', 'timezone', 'country', 'created_at'),
  },
  'accounts limits': {
    options: {
      ...ACCOUNT,
      'lead-per-day': { value: 'N' },
      'lead-per-week': { value: 'N' },
      'lead-min-gap-minutes': { value: 'N' },
    },
    does: 'sets what one lead gets at most from all workflows together, on top of their own limits; none: no such limits',
    run: limitAccount,
  },
  'users create': {
    options: {
      ...ACCOUNT,
      email: { value: 'E', needed: true },
      'password-file': { value: 'F', needed: true },
      name: { value: 'N' },
      role: { value: ROLES.join('|') },
    },
    does: 'makes a user who may sign in',
    async run(given) {
      const role = oneOf(given, 'role', ROLES) ?? 'operator';
      const email = given.needed('email');
      const password = readText(given.needed('password-file'), 'password-file').trim();
      if (password.length < 12) throw new UsageError('--password-file: a password has at least 12 characters');
      const accountId = await given.account();
      const user = { accountId, email, role, password, name: given.text('name') ?? email };
      const { userId } = await createUser(given.db, new Date(), user);
      return { user_id: userId };
    },
  },
  'users list': {
    options: ACCOUNT,
    does: 'lists the users of an account',
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
    does: 'holds every message of an account until it is switched on again',
    run: (given) => switchSending(given, false),
  },
  'sending on': {
    options: ACCOUNT,
    does: 'lets the messages of an account leave again',
    run: (given) => switchSending(given, true),
  },
  attention: {
    options: ANY_ACCOUNT,
    does: 'lists what waits for a person, each with the command that mends it',
    run: async (given) => listAttention(given.db, new Date(), await accountOrAll(given)),
  },
  'rebuild-runs': {
    options: ANY_ACCOUNT,
    does: 'wakes every open run, booking, schedule, campaign and delivery, and starts those anew that Temporal no longer knows',
    run: async (given) => {
      const [now, account] = [new Date(), await accountOrAll(given)];
      return { runs: await rebuildRuns(given.db, now, account), ...(await rebuildOthers(given.db, now, account)) };
    },
  },
};
