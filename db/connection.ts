import type { Socket } from 'node:net';
import knexFactory, { type Knex } from 'knex';
import { FlaggedClient } from './flagged-client.js';

/** A transaction or the pool: queries take either. */
export type Db = Knex;

/** A list that is asked when it is awaited, or made part of another question. */
export interface Listing<Row> extends PromiseLike<Row[]> {
  clone(): { clearOrder(): Knex.QueryBuilder };
}

export interface DatabaseOptions {
  /** `mysql://user:password@host:port/database` */
  url: string;
  /** Connections at most. */
  poolSize?: number;
  /** Milliseconds to wait for a connection. */
  waitMs?: number;
  /** The time without a byte after which a connection in use counts as dead, in milliseconds; 0 waits forever. */
  silenceMs?: number;
}

const SESSION = [
  `SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY'`,
  `time_zone = '+00:00'`,
  `collation_connection = 'utf8mb4_unicode_ci'`,
  // A waiter gives up well before a caller's patience ends; the transaction is then run again.
  'innodb_lock_wait_timeout = 2',
].join(', ');

/**
 * The maximum time that a transaction waits for its own process, in seconds. A process that stalls in a transaction
 * keeps its rows locked until then. MySQL has no such limit and reads this as a comment.
 */
const IDLE_IN_TRANSACTION = '/*M! , idle_transaction_timeout = 30 */';

const WAIT_MS = 1_000;
/** The caller gets the error and logs it. Knex would also write it to the output, next to the log. */
const QUIET = { warn() {}, error() {}, debug() {}, deprecate() {} };

/** A statement is answered or its lock wait ends well before this. */
const SILENCE_MS = 5_000;

/**
 * Opens a pool on MySQL 8 or MariaDB: UTC, strict mode, READ COMMITTED.
 * A connection that can't be had within a second is an error, so that callers hear of an outage soon.
 * One whose server fell silent is ended, or the pool would fill with connections that wait for ever.
 */
export function openDatabase({ url, poolSize = 20, waitMs = WAIT_MS, silenceMs = SILENCE_MS }: DatabaseOptions): Knex {
  const target = new URL(url);
  const idle = new Set<RawConnection>();
  const db = knexFactory({
    client: FlaggedClient,
    connection: {
      host: decodeURIComponent(target.hostname),
      port: Number(target.port || 3306),
      user: decodeURIComponent(target.username),
      password: decodeURIComponent(target.password),
      database: decodeURIComponent(target.pathname.slice(1)),
      charset: 'utf8mb4',
      timezone: 'Z',
      decimalNumbers: true,
      supportBigNumbers: true,
      connectTimeout: waitMs,
      enableKeepAlive: true,
    },
    acquireConnectionTimeout: waitMs,
    // The values of a statement stay out of its error's text, which travels further than its rows.
    compileSqlOnError: false,
    log: QUIET,
    pool: {
      min: 0,
      max: poolSize,
      propagateCreateError: true,
      afterCreate(connection: RawConnection, done: (error: Error | null, connection: RawConnection) => void) {
        const { stream } = connection;
        stream.on('timeout', () => {
          stream.destroy(Object.assign(new Error("The database doesn't respond."), { code: 'ETIMEDOUT' }));
          // The cause that ended this connection ended the idle ones too. Each would cost a caller its timeout.
          for (const other of idle) other.stream.destroy();
        });
        stream.once('close', () => idle.delete(connection));
        if (silenceMs > 0) stream.setTimeout(WAIT_MS);
        connection.query(`${SESSION} ${IDLE_IN_TRANSACTION}`, (error) => {
          if (error) return done(error, connection);
          connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', (failed) => {
            stream.setTimeout(0);
            done(failed, connection);
          });
        });
      },
    },
  });
  const { pool } = db.client as { pool: PoolEvents };
  const inUse = new Map<string, RawConnection>();
  // After a failover the name resolves to another server, but existing connections stay with the read-only one.
  db.on('query-error', (error: unknown, { __knexUid: uid }: { __knexUid: string }) => {
    if (!isReadOnly(error)) return;
    for (const connection of [inUse.get(uid), ...idle]) connection?.stream.destroy();
  });
  pool.on('acquireSuccess', (_id, connection) => {
    idle.delete(connection);
    inUse.set(connection.__knexUid, connection);
    connection.stream.setTimeout(silenceMs);
  });
  pool.on('release', (connection) => {
    inUse.delete(connection.__knexUid);
    if (!connection.stream.destroyed) idle.add(connection);
    connection.stream.setTimeout(0);
  });
  return db;
}

interface RawConnection {
  /** By which knex names it. */
  __knexUid: string;
  stream: Socket;
  query(sql: string, done: (error: Error | null) => void): void;
}

interface PoolEvents {
  on(event: 'acquireSuccess', listener: (id: number, connection: RawConnection) => void): void;
  on(event: 'release', listener: (connection: RawConnection) => void): void;
}

const RETRYABLE = new Set([1213, 1205, 1020]);
/** A read-only server, read-only transactions by its settings, a read-only engine. */
const READ_ONLY = [1290, 1792, 1836];
/** A full disk, a full tablespace, and these. */
const WRITES_REFUSED = new Set([1021, 1114, ...READ_ONLY]);
const UNAVAILABLE_NUMBERS = new Set([...WRITES_REFUSED, 1040, 1053, 1077, 1203, 1226, 1317, 1927, 1969, 3024]);
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_SERVER_SHUTDOWN',
]);

interface DriverError {
  errno?: number;
  code?: string;
  name?: string;
  message?: string;
  fatal?: boolean;
  sqlState?: unknown;
}

/**
 * Returns whether running the whole transaction again can succeed: a deadlock, a lock wait that ended, a changed
 * record.
 */
export const isTransient = (error: unknown): boolean => RETRYABLE.has((error as DriverError)?.errno ?? 0);

/**
 * Returns whether the server takes no writes at the moment, though it may be read: it is read-only, or its disk is
 * full.
 */
export const refusesWrites = (error: unknown): boolean => WRITES_REFUSED.has((error as DriverError)?.errno ?? 0);

const isReadOnly = (error: unknown): boolean => READ_ONLY.includes((error as DriverError)?.errno ?? 0);

/** Returns whether the database can't be used at the moment: gone, full, read-only, out of connections. */
export function isUnavailable(error: unknown): boolean {
  const { errno, code, name, message, fatal } = (error ?? {}) as DriverError;
  return (
    UNAVAILABLE_NUMBERS.has(errno ?? 0) ||
    UNAVAILABLE_CODES.has(code ?? '') ||
    name === 'KnexTimeoutError' ||
    (fatal === true && code !== undefined) ||
    /closed state|connection is closed|Server shutdown/i.test(message ?? '')
  );
}

/** Values that MySQL refuses without an SQL state of their own: truncated, of another form, against a check. */
const VALUES_REFUSED = new Set([1265, 1366, 3819]);

/**
 * Returns whether what fails is the database, and would fail with any row: it is away, busy, or of another release than
 * the code. What it refuses for a value (SQL states of the classes 22 and 23) is the fault of that value.
 */
export function failsForAll(error: unknown): boolean {
  if (isTransient(error) || isUnavailable(error)) return true;
  const { errno, sqlState } = (error ?? {}) as DriverError;
  return typeof sqlState === 'string' && !/^(22|23)/.test(sqlState) && !VALUES_REFUSED.has(errno ?? 0);
}

/**
 * Returns whether it is what a row brings that fails, or our own code on it: a database that is away, busy or of
 * another release is not, and neither is what says by a code that something else is away.
 */
export function isFault(error: unknown): boolean {
  const { sqlState, code } = (error ?? {}) as { sqlState?: unknown; code?: unknown };
  return !failsForAll(error) && (sqlState !== undefined || code === undefined);
}

/**
 * Returns whether a row is locked by another transaction. MariaDB reports the end of a lock wait, MySQL an error of its
 * own.
 */
export const isLocked = (error: unknown): boolean => [1205, 3572].includes((error as DriverError)?.errno ?? 0);

/** Returns whether a unique key refused the row. */
export const isDuplicate = (error: unknown): boolean => (error as DriverError)?.errno === 1062;

/** Returns whether a number was refused that its column can't hold. */
export const isOutOfRange = (error: unknown): boolean => (error as DriverError)?.errno === 1264;

/**
 * Runs `work` in one transaction and commits it; deadlocks and lost lock waits run the whole of it again, up to
 * `attempts` times with growing pauses. `work` must therefore do nothing but database work.
 */
export async function inTransaction<T>(db: Knex, work: (tx: Knex.Transaction) => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
}

/** Reads a JSON column; null stays null. */
export const fromJson = <T>(text: string | null): T => (text === null ? null : JSON.parse(text)) as T;

/** Returns the same, or undefined where the text isn't JSON. */
export function fromDamagedJson<T>(text: string | null): T | undefined {
  try {
    return fromJson<T>(text);
  } catch {
    return undefined;
  }
}
