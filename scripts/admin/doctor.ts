import type { Knex } from 'knex';
import { countTornInputs } from '../../db/conversations/turns.js';
import { pendingMigrations } from '../../db/migrate.js';
import { outboxHealth } from '../../db/outbox.js';
import { ConfigError, loadConfig, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { SYSTEM_SENDER_ID, systemMail, systemMailStatus } from '../../services/channels/system-sender.js';
import { hookSecret } from '../../services/inbound/hooks.js';
import { listAttention } from '../../services/operations/attention.js';
import { createTemporalClient } from '../../temporal/client.js';
import { pollersOf } from '../../temporal/pollers.js';
import type { Commands } from './command.js';

interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'failed';
  detail: string;
}

const LATE_SECONDS = 60;
const MAX_DRIFT_SECONDS = 5;
const TEMPORAL_MS = 5_000;
const API_MS = 5_000;

const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail });
const warning = (check: string, detail: string): Finding => ({ check, state: 'warning', detail });
const failed = (check: string, detail: string): Finding => ({ check, state: 'failed', detail });

async function settings(): Promise<Finding> {
  try {
    loadConfig();
    return ok('settings', 'complete');
  } catch (error) {
    return failed('settings', error instanceof ConfigError ? error.problems.join('; ') : String(error));
  }
}

async function database(db: Knex): Promise<Finding> {
  await db.raw('SELECT 1');
  const before = performance.now();
  const [[row]] = (await db.raw('SELECT VERSION() AS version, UTC_TIMESTAMP(3) AS now')) as [
    [{ version: string; now: Date }],
  ];
  const drift = Math.abs(row.now.getTime() - Date.now()) / 1000;
  const detail = `${row.version}, responded in ${Math.round(performance.now() - before)} ms`;
  return drift > MAX_DRIFT_SECONDS
    ? warning('database', `${detail}; its clock differs from this machine's by ${Math.round(drift)} s`)
    : ok('database', detail);
}

async function schema(db: Knex): Promise<Finding> {
  const pending = await pendingMigrations(db);
  return pending.length === 0
    ? ok('schema', 'up to date')
    : failed('schema', `${pending.length} migrations are pending: npm start applies them`);
}

/** Returns whether what was sealed earlier can still be opened, tried on the newest hook. */
async function secret(db: Knex): Promise<Finding> {
  const hook = await db('hooks').orderBy('id', 'desc').first();
  if (!hook) return ok('master secret', 'nothing is encrypted with it yet');
  try {
    hookSecret(hook, createSecretBox(secretsOf(loadConfig())));
    return ok('master secret', 'can decrypt stored secrets');
  } catch (error) {
    return failed('master secret', `${(error as Error).message} Set LAS_SECRET or LAS_PREVIOUS_SECRETS.`);
  }
}

async function temporal(): Promise<Finding[]> {
  const config = loadConfig();
  const { client, namespace, close } = createTemporalClient(config);
  try {
    const pollers = await client.withDeadline(Date.now() + TEMPORAL_MS, () =>
      pollersOf(client, config.TEMPORAL_TASK_QUEUE_PREFIX),
    );
    const idle = pollers.filter(({ workers }) => workers === 0).map(({ queue }) => queue);
    return [
      ok('temporal', `reachable, namespace ${namespace}`),
      idle.length === 0
        ? ok('workers', pollers.map(({ queue, workers }) => `${queue}: ${workers}`).join(', '))
        : failed('workers', `no worker for ${idle.join(', ')}: start a worker`),
    ];
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { details?: string } };
    return [failed('temporal', [message, cause?.details].filter(Boolean).join(': '))];
  } finally {
    await close();
  }
}

async function outbox(db: Knex): Promise<Finding> {
  const { oldestSeconds, parked } = await outboxHealth(db, new Date());
  if (parked > 0) return failed('outbox', `${parked} instructions are parked: npm run admin -- outbox list --parked`);
  return oldestSeconds > LATE_SECONDS
    ? failed(
        'outbox',
        `the oldest instruction has been waiting for ${Math.round(oldestSeconds)} s: check that a worker is running`,
      )
    : ok('outbox', `the oldest instruction has been waiting for ${Math.round(oldestSeconds)} s`);
}

async function mailboxes(db: Knex): Promise<Finding> {
  const failing = await db('mailboxes').where('failures', '>', 0).select('sender_id', 'last_error');
  return failing.length === 0
    ? ok('mailboxes', 'all of them are readable')
    : warning('mailboxes', failing.map((row) => `${row.sender_id}: ${row.last_error}`).join('; '));
}

/** Returns whether the emails of the instance have a sender, such as password resets. */
async function systemEmails(db: Knex): Promise<Finding> {
  const { status, sender } = await systemMailStatus(db, systemMail(loadConfig()));
  const name =
    sender && `${sender.from_email}${sender.id === SYSTEM_SENDER_ID ? '' : ` of account ${sender.account_id}`}`;
  switch (status) {
    case 'per_account':
      return ok('system mail', "each account's own email senders");
    case 'missing':
      return failed(
        'system mail',
        `SYSTEM_MAIL_SENDER_ID isn't the ID of an email sender outside the sandbox; used instead: ${name ?? "each account's own email senders"}`,
      );
    case 'held_back':
      return warning('system mail', `${name} is held back: its provider fails, or its connection was lost`);
    default:
      return ok('system mail', String(name));
  }
}

async function attention(db: Knex): Promise<Finding> {
  const items = await listAttention(db, new Date());
  return items.length === 0
    ? ok('attention', 'no attention items')
    : warning('attention', `${items.length} attention items: npm run admin -- attention`);
}

async function conversations(db: Knex): Promise<Finding> {
  const torn = await countTornInputs(db);
  return torn === 0
    ? ok('conversations', 'each input belongs to one turn')
    : failed('conversations', `${torn} inputs belong to no turn, or to several`);
}

async function api(): Promise<Finding> {
  const url = process.env.LAS_API_URL;
  if (!url) return ok('api', "not checked: LAS_API_URL isn't set and no service is running here");
  try {
    const answer = await fetch(`${url.replace(/\/$/, '')}/readyz`, { signal: AbortSignal.timeout(API_MS) });
    const { status } = (await answer.json()) as { status: string };
    return status === 'ok' ? ok('api', `${url} is ready`) : failed('api', `${url} is ${status}`);
  } catch (error) {
    return failed('api', `${url}: ${(error as Error).message}`);
  }
}

/** A check that could not even be made has failed. */
const looked = async (name: string, look: Promise<Finding | Finding[]>): Promise<Finding[]> =>
  look.then(
    (found) => [found].flat(),
    (error: Error) => [failed(name, error.message)],
  );

/** Checks the running service. */
export const DOCTOR_COMMANDS: Commands = {
  doctor: {
    does: 'check the running service: settings, database, Temporal, workers, outbox, mailboxes, emails',
    run: async ({ db }) =>
      (
        await Promise.all([
          looked('settings', settings()),
          looked('database', database(db)),
          looked('schema', schema(db)),
          looked('master secret', secret(db)),
          looked('temporal', temporal()),
          looked('outbox', outbox(db)),
          looked('mailboxes', mailboxes(db)),
          looked('system mail', systemEmails(db)),
          looked('attention', attention(db)),
          looked('conversations', conversations(db)),
          looked('api', api()),
        ])
      ).flat(),
    isBad: (result) => (result as Finding[]).some(({ state }) => state === 'failed'),
  },
};
