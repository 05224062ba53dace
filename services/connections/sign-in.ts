import { createHash, randomBytes } from 'node:crypto';
import {
  endConnectionLinks,
  findOpenLink,
  findSignIn,
  insertConnectionLink,
  startSignIn,
  takeSignIn,
  useLink,
} from '../../db/connections/connection-links.js';
import {
  findConnectionById,
  lockConnection,
  retryConnected,
  updateConnection,
} from '../../db/connections/connections.js';
import { listCalendarsOfConnection } from '../../db/meetings/calendar-connections.js';
import type { ConnectionLinkRow, ConnectionRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { missingScopes } from '../../domain/connections/permissions.js';
import type { OAuthClient, SignInResult } from '../../providers/oauth/provider.js';
import { newId } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { wakeCalendarSync } from '../instructions/meetings.js';
import { wakeHeld } from '../messages/wake-held.js';
import { providerName, scopesOf, targetOf } from './own-clients.js';
import { auditConnection, emitConnection } from './report.js';
import { openVerifier, sealToken, sealVerifier } from './seals.js';
import { purposesOf } from './settings.js';

export interface SignInDependencies extends WorkDependencies {
  box: SecretBox;
  oauth: OAuthClient;
}

const HOUR_MS = 3_600_000;
/** The time that a user may take on the provider's page. */
const SIGN_IN_MS = 15 * 60_000;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const secret = (): string => randomBytes(32).toString('base64url');

/** Makes a link to sign in with, in the caller's transaction; earlier ones of the connection end. Only a hash is kept. */
export async function issueConnectLink(
  { tx, now }: Work,
  connection: Pick<ConnectionRow, 'id' | 'account_id'>,
  { hours, returns }: { hours: number; returns: boolean },
): Promise<{ token: string; expiresAt: Date }> {
  const token = secret();
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS);
  await endConnectionLinks(tx, connection.id);
  await insertConnectionLink(tx, {
    id: newId(),
    account_id: connection.account_id,
    connection_id: connection.id,
    token_hash: hashOf(token),
    browser_hash: null,
    state_hash: null,
    state_until: null,
    verifier: null,
    nonce: null,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
    returns,
  });
  return { token, expiresAt };
}

/** The target of a link: the connection that it fills. */
export interface OpenedLink {
  link: ConnectionLinkRow;
  connection: ConnectionRow;
}

/** Finds the connection that a link is for; undefined for a link that doesn't work any more. */
export async function openLink(
  { db, clock }: Pick<SignInDependencies, 'db' | 'clock'>,
  token: string,
): Promise<OpenedLink | undefined> {
  const link = await findOpenLink(db, clock.now(), hashOf(token));
  const connection = link && (await findConnectionById(db, link.connection_id));
  return connection && { link, connection };
}

export type SignInStart =
  /** `provider` is its name for people. */
  { kind: 'url'; url: string; provider: string } | { kind: 'dead_link' | 'other_browser' | 'provider_away' };

/** Starts a sign-in: from here on the link belongs to this browser, and the provider's answer to this sign-in. */
export async function beginSignIn(
  deps: SignInDependencies,
  { token, browser }: { token: string; browser: string },
): Promise<SignInStart> {
  const { db, clock, box, oauth } = deps;
  const opened = await openLink(deps, token);
  if (!opened) return { kind: 'dead_link' };
  const { link, connection } = opened;
  const signIn = { target: targetOf(box, connection), state: secret(), nonce: secret(), verifier: secret() };
  const asked = { scopes: scopesOf(connection), email: connection.email };
  const leading = await oauth.authorizationUrl(signIn, asked);
  if (leading.kind !== 'url') return { kind: 'provider_away' };
  const now = clock.now();
  const isStarted = await startSignIn(db, now, link, {
    browser_hash: hashOf(browser),
    state_hash: hashOf(signIn.state),
    state_until: new Date(now.getTime() + SIGN_IN_MS),
    verifier: sealVerifier(box, link, signIn.verifier),
    nonce: signIn.nonce,
  });
  return isStarted ? { ...leading, provider: providerName(connection) } : { kind: 'other_browser' };
}

export type SignInOutcome =
  | { kind: 'connected'; email: string | null; provider: string }
  | { kind: 'missing'; scopes: string[]; provider: string }
  | { kind: 'other_person'; email: string | null }
  | { kind: 'failed'; message: string }
  | { kind: 'dead_link' | 'other_browser' | 'denied' | 'provider_away' };

/** How a sign-in ended, and where its browser goes. */
export interface SignInEnd {
  finished: SignInOutcome;
  /** The connection to return to in the dashboard; null where the browser gets a final page. */
  returnsTo: string | null;
}

/** The parameters that the provider sends with a browser. */
export interface Callback {
  state: string;
  browser: string | undefined;
  query: URLSearchParams;
  /** The browser's network address. */
  address: string | null;
}

/**
 * Finishes a sign-in. Its state works once, in the browser that started it. Nothing is stored unless all needed
 * permissions were granted, and by the person whose connection it already is, if it is one's.
 */
export async function finishSignIn(deps: SignInDependencies, callback: Callback): Promise<SignInEnd> {
  const { db, clock } = deps;
  const stateHash = hashOf(callback.state);
  const link = await findSignIn(db, clock.now(), stateHash);
  const connection = link && (await findConnectionById(db, link.connection_id));
  if (!link?.verifier || !link.nonce || !connection) return { finished: { kind: 'dead_link' }, returnsTo: null };
  const isSameBrowser = callback.browser !== undefined && link.browser_hash?.equals(hashOf(callback.browser));
  // Asked before the state is used up: no one else can use up the sign-in of this browser.
  if (!isSameBrowser) return { finished: { kind: 'other_browser' }, returnsTo: null };
  const returnsTo = link.returns ? connection.id : null;
  if (!(await takeSignIn(db, stateHash))) return { finished: { kind: 'dead_link' }, returnsTo };
  const { verifier, nonce } = link;
  return { finished: await finishTaken(deps, { link, connection }, { ...callback, verifier, nonce }), returnsTo };
}

/** Finishes the sign-in whose state this request has used up. */
async function finishTaken(
  deps: SignInDependencies,
  { link, connection }: OpenedLink,
  callback: Callback & { verifier: string; nonce: string },
): Promise<SignInOutcome> {
  const { box, oauth } = deps;
  const signIn = {
    target: targetOf(box, connection),
    state: callback.state,
    nonce: callback.nonce,
    verifier: openVerifier(box, link, callback.verifier),
  };
  const result = await oauth.finish(signIn, callback.query, scopesOf(connection));
  if (result.kind === 'refused') {
    return result.code === 'access_denied' ? { kind: 'denied' } : { kind: 'failed', message: result.message };
  }
  if (result.kind === 'unavailable') return { kind: 'provider_away' };
  const missing = missingOf(connection, result);
  if (missing.length > 0) return { kind: 'missing', scopes: missing, provider: providerName(connection) };
  return inWork(deps, (work) => storeSignIn(work, { link, connection, box, address: callback.address }, result));
}

type Granted = Extract<SignInResult, { kind: 'granted' }>;

/** The needed permissions that were not granted. Without a refresh token the access would end within the hour. */
function missingOf(connection: ConnectionRow, { tokens }: Granted): string[] {
  const { provider } = connection;
  // The mail servers judge the tokens of accounts' own clients: each provider names its scopes in its own way.
  const missing = provider === 'oauth' ? [] : missingScopes(provider, purposesOf(connection), tokens.scopes ?? []);
  return tokens.refreshToken === null ? [...missing, 'offline_access'] : missing;
}

async function storeSignIn(
  work: Work,
  { link, connection, box, address }: OpenedLink & { box: SecretBox; address: string | null },
  { tokens, person }: Granted,
): Promise<SignInOutcome> {
  const { tx, now } = work;
  const row = await lockConnection(tx, connection.account_id, connection.id);
  if (!row) return { kind: 'dead_link' };
  if (row.subject !== null && row.subject !== person.subject) return { kind: 'other_person', email: row.email };
  if (!(await useLink(tx, now, link.id))) return { kind: 'dead_link' };
  // It may be a shared mailbox: its address was given by who created the connection, and is the login's user name.
  const email = row.provider === 'oauth' ? row.email : person.email;
  await updateConnection(tx, row.id, {
    status: 'connected',
    subject: person.subject,
    email,
    scopes: tokens.scopes?.join(' ') ?? null,
    access_token: sealToken(box, row, 'access_token', tokens.accessToken),
    refresh_token: tokens.refreshToken === null ? null : sealToken(box, row, 'refresh_token', tokens.refreshToken),
    access_expires_at: new Date(now.getTime() + tokens.expiresInSeconds * 1000),
    // A refresh that is under way has read the tokens before these, and can't replace them.
    token_version: row.token_version + 1,
    refresh_owner: null,
    refresh_until: null,
    error: null,
    reconnect_needed_at: null,
    connected_at: now,
    updated_at: now,
  });
  const isRestored = row.status === 'reconnect_needed';
  await emitConnection(work, row, isRestored ? 'connection.restored' : 'connection.connected');
  const operation = isRestored ? 'connection.restored' : 'connection.connected';
  await auditConnection(work, row, { operation, by: 'anonymous', address });
  await retryConnected(tx, now, row.id);
  for (const calendar of await listCalendarsOfConnection(tx, row.id)) await wakeCalendarSync(work, calendar);
  if (isRestored) await wakeHeld(work, { accountId: row.account_id, reason: 'reconnect_needed' }, 'reconnected');
  return { kind: 'connected', email, provider: providerName(row) };
}
