import { setTimeout as sleep } from 'node:timers/promises';
import {
  claimRefresh,
  findConnectionById,
  markReconnectNeeded,
  releaseRefresh,
  storeRefreshed,
} from '../../db/connections/connections.js';
import type { ConnectionRow } from '../../db/tables.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import type {
  GrantedTokens,
  LoginTokens,
  OAuthClient,
  OAuthFailure,
  TokenAnswer,
} from '../../providers/oauth/provider.js';
import { newId } from '../../runtime/ids.js';
import type { Logger } from '../../runtime/logger.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { type NotifyAccess, notifyOfLoss } from './notify-of-loss.js';
import { targetOf } from './own-clients.js';
import { auditConnection, emitConnection } from './report.js';
import { openToken, sealToken } from './seals.js';

export interface AccessTokenDependencies extends WorkDependencies, NotifyAccess {
  oauth: Pick<OAuthClient, 'refresh'>;
  logger: Logger;
}

/** A token is replaced this long before it expires, so that none expires on its way. */
const MARGIN_MS = 120_000;
/** Longer than a refresh and the record of it may take; the claim of a process that died ends then. */
const CLAIM_MS = 20_000;
/** The time that a caller waits for the process that refreshes. Messages have 8 s in all. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;
/** The time that refreshed tokens are kept in memory while the database is unavailable. Providers show them once. */
const STORE_MS = 15_000;
const STORE_PAUSE_MS = 200;

/**
 * Gives out access tokens. Of all processes one refreshes at a time, under a claim; the others wait for what it stores.
 * New tokens are stored before the first of them is used, so that a refresh token that the provider rotated is never
 * lost behind a call.
 */
export const createAccessTokens = (deps: AccessTokenDependencies): LoginTokens => ({
  async tokenFor(connectionId, rejected) {
    const endsAt = performance.now() + PATIENCE_MS;
    for (;;) {
      const now = deps.clock.now();
      const row = await findConnectionById(deps.db, connectionId);
      const known = knownAnswer(deps, row, { now, rejected });
      if (known) return known;
      const owner = newId();
      const claim = { owner, until: new Date(now.getTime() + CLAIM_MS) };
      if (row && (await claimRefresh(deps.db, now, row, claim))) return refresh(deps, row, { owner, rejected });
      if (performance.now() > endsAt) return REFRESH_IN_PROGRESS;
      await sleep(LOOK_MS);
    }
  },
  async refused(connectionId, token, reason) {
    const row = await findConnectionById(deps.db, connectionId);
    if (row?.status !== 'connected' || openToken(deps.box, row, 'access_token') !== token) return;
    await withdraw(deps, row, { code: 'login_refused', reason });
  },
});

const REFRESH_IN_PROGRESS: TokenAnswer = {
  kind: 'unavailable',
  code: 'oauth_busy',
  message: 'Another process is refreshing the access token.',
  retryAfterSeconds: 5,
};

/** Answers by what is stored; undefined where the token has to be replaced. */
function knownAnswer(
  { box }: AccessTokenDependencies,
  row: ConnectionRow | undefined,
  { now, rejected }: { now: Date; rejected: string | undefined },
): TokenAnswer | undefined {
  if (!row) return { kind: 'reconnect_needed', message: 'The connection was deleted.' };
  if (row.status !== 'connected') {
    return { kind: 'reconnect_needed', message: row.error ?? 'Someone has to sign in with the provider.' };
  }
  const token = usable(box, row, rejected);
  if (token !== null && leftMs(row, now) > MARGIN_MS) return grantOf(row, token);
  const restMs = (row.refresh_until?.getTime() ?? 0) - now.getTime();
  const rests = row.refresh_owner === null && restMs > 0;
  if (!rests) return undefined;
  if (token !== null && leftMs(row, now) > 0) return grantOf(row, token);
  const retryAfterSeconds = Math.ceil(restMs / 1000);
  return { kind: 'unavailable', code: 'oauth_unavailable', message: 'The sign-in server failed.', retryAfterSeconds };
}

const grantOf = ({ email, scopes }: ConnectionRow, token: string): TokenAnswer => ({
  kind: 'token',
  token,
  email,
  scopes: scopes?.split(' ') ?? [],
});

/** Opens the stored access token, unless it is the one that was rejected. */
function usable(box: SecretBox, row: ConnectionRow, rejected: string | undefined): string | null {
  const token = openToken(box, row, 'access_token');
  return token === rejected ? null : token;
}

const leftMs = ({ access_expires_at }: ConnectionRow, now: Date): number =>
  (access_expires_at?.getTime() ?? 0) - now.getTime();

async function refresh(
  deps: AccessTokenDependencies,
  row: ConnectionRow,
  { owner, rejected }: { owner: string; rejected: string | undefined },
): Promise<TokenAnswer> {
  const { db, clock, box, oauth } = deps;
  const refreshToken = openToken(box, row, 'refresh_token');
  if (refreshToken === null) return withdraw(deps, row, NO_TOKEN);
  const result = await oauth.refresh(targetOf(box, row), refreshToken);
  if (result.kind === 'refused') return withdraw(deps, row, lossOf(result));
  if (result.kind === 'granted') return store(deps, row, owner, result.tokens);
  const { code, message, retryAfterSeconds } = result;
  const now = clock.now();
  deps.logger.warn({ connection_id: row.id, code }, 'The access of a connection could not be refreshed');
  await releaseRefresh(db, row.id, owner, new Date(now.getTime() + retryAfterSeconds * 1000));
  // The one at hand may have a while left.
  const token = usable(box, row, rejected);
  if (token !== null && leftMs(row, now) > 0) return grantOf(row, token);
  return { kind: 'unavailable', code, message, retryAfterSeconds };
}

/** Why a connection has lost its access: a code for events, and a sentence for people. */
interface Loss {
  code: string;
  reason: string;
}

const NO_TOKEN: Loss = { code: 'no_refresh_token', reason: 'There is no refresh token.' };

/** Names the provider's code as well, because its documentation explains it. */
const lossOf = ({ code, message }: Extract<OAuthFailure, { kind: 'refused' }>): Loss => ({
  code,
  reason: `The provider rejected the access (${code}): ${message}`,
});

async function store(
  { db, clock, box, logger }: AccessTokenDependencies,
  row: ConnectionRow,
  owner: string,
  tokens: GrantedTokens,
): Promise<TokenAnswer> {
  const now = clock.now();
  const columns = {
    access_token: sealToken(box, row, 'access_token', tokens.accessToken),
    refresh_token:
      tokens.refreshToken === null ? row.refresh_token : sealToken(box, row, 'refresh_token', tokens.refreshToken),
    access_expires_at: new Date(now.getTime() + tokens.expiresInSeconds * 1000),
    scopes: tokens.scopes?.join(' ') ?? row.scopes,
  };
  const endsAt = performance.now() + STORE_MS;
  for (;;) {
    try {
      const isStored = await storeRefreshed(db, now, row, owner, columns);
      // A sign-in or a deletion came first, and what it stored counts.
      return isStored ? grantOf({ ...row, ...columns }, tokens.accessToken) : REFRESH_IN_PROGRESS;
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      logger.warn({ err: error, connection_id: row.id }, 'Refreshed tokens could not be stored yet');
      await sleep(STORE_PAUSE_MS);
    }
  }
}

/** Notes that the provider has withdrawn the access. Of all who notice it the first one reports it. */
async function withdraw(
  deps: AccessTokenDependencies,
  row: ConnectionRow,
  { code, reason }: Loss,
): Promise<TokenAnswer> {
  const error = reason.slice(0, 500);
  const isFirst = await inWork(deps, async (work) => {
    if (!(await markReconnectNeeded(work.tx, work.now, row, error))) return false;
    await emitConnection(work, row, 'connection.reconnect_needed', { reason: code });
    await auditConnection(work, row, { operation: 'connection.reconnect_needed', by: 'system' });
    await notifyOfLoss(work, deps, row);
    return true;
  });
  if (isFirst) deps.logger.warn({ connection_id: row.id, code }, 'A connection has lost its access');
  return { kind: 'reconnect_needed', message: error };
}
