import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createGraphCalendars } from './graph-calendars.js';
import { createGraphSubscriptions } from './graph-subscriptions.js';
import type { OAuthServer } from './oauth-server.js';
import { type Asked, endsBefore, endsBehind, type SendEnd, startStandIn } from './stand-in.js';

/** A mail in the inbox, as Graph shows it. */
interface MailAtGraph {
  id: string;
  raw: string;
  receivedDateTime: string;
  /** The change in the order of all changes, by which delta tokens continue. */
  change: number;
  isRemoved: boolean;
}

/** The outcome of a send. One with a code is rejected. */
export type GraphSend = SendEnd | { status: number; code?: string; headers?: Record<string, string> };

/** A mail that was taken for delivery. */
export interface SentAtGraph {
  mailbox: string;
  messageId: string;
  to: string;
  raw: string;
}

const headerOf = (raw: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(raw.slice(0, raw.indexOf('\r\n\r\n')))?.[1]?.trim() ?? '';

/**
 * A local stand-in for Microsoft Graph as its documentation describes it: `sendMail` with a MIME message, delta queries
 * of an inbox, `$value` of a message, calendars and subscriptions. It takes the access tokens of the sign-in server. What
 * a client does against the description is refused and noted in `violations`.
 */
export async function startGraphServer(oauth: Pick<OAuthServer, 'personOf'>, port = 0) {
  const violations: string[] = [];
  const sent: SentAtGraph[] = [];
  const inboxes = new Map<string, MailAtGraph[]>();
  const state = {
    send: (_raw: string): GraphSend => 'take',
    /** The response to reads instead of the default. */
    read: undefined as { status: number; code?: string; headers?: Record<string, string> } | undefined,
    /** Delta tokens of an earlier epoch aren't known any more. */
    epoch: 1,
    pageSize: 2,
    /** Whether what is sent still waits in the outbox. */
    isInOutbox: false,
  };
  let changes = 0;

  const sentItemsOf = (mailbox: string) => `${mailbox}/sentitems`;
  const json = (response: ServerResponse, body: object, status = 200, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const refuse = (response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}) =>
    json(response, { error: { code, message: `Error: ${code}`, innerError: {} } }, status, headers);

  const calendars = createGraphCalendars({ json, refuse, violations });
  const subscriptions = createGraphSubscriptions(calendars, { json, refuse, violations });

  const send = (asked: Asked, mailbox: string, person: { email: string }) => {
    const { request, response, bytes } = asked;
    if (request.headers['content-type'] !== 'text/plain') {
      violations.push(`sendMail as ${request.headers['content-type']}`);
      return refuse(response, 400, 'RequestBodyRead');
    }
    const text = bytes.toString('latin1');
    const raw = Buffer.from(text, 'base64').toString('utf8');
    if (Buffer.from(raw).toString('base64') !== text)
      return refuse(response, 400, 'ErrorMimeContentInvalidBase64String');
    const end = state.send(raw);
    if (endsBefore(end, asked)) return undefined;
    if (typeof end === 'object') {
      if (end.code === undefined) return response.writeHead(end.status, end.headers).end('<html></html>');
      return refuse(response, end.status, end.code, end.headers);
    }
    const from = /<([^>]+)>\s*$/.exec(headerOf(raw, 'From'))?.[1] ?? headerOf(raw, 'From');
    if (mailbox === person.email && from !== person.email) return refuse(response, 403, 'ErrorSendAsDenied');
    sent.push({ mailbox, messageId: headerOf(raw, 'Message-ID'), to: headerOf(raw, 'To'), raw });
    if (endsBehind(end, asked)) return undefined;
    return response.writeHead(202, { 'request-id': randomUUID() }).end();
  };

  /** Deltas of a folder: the Sent items of a mailbox are kept under a name of their own. */
  const delta = ({ request, response, url }: Asked, mailbox: string) => {
    const token = url.searchParams.get('$deltatoken') ?? url.searchParams.get('$skiptoken');
    const [epoch, change, part] = token?.split('.') ?? [];
    const [from, first] = token === null ? [0, true] : [Number(change), part === 'first'];
    if (token !== null && Number(epoch) < state.epoch) return refuse(response, 410, 'SyncStateNotFound');
    const since = /receivedDateTime ge (\S+)/.exec(url.searchParams.get('$filter') ?? '')?.[1];
    if (token === null && !since) violations.push('a delta query of the whole mailbox');
    const earliest = since ?? url.searchParams.get('$since') ?? '';
    const size = Number(/maxpagesize=(\d+)/.exec(String(request.headers.prefer))?.[1] ?? 10);
    const changed = (inboxes.get(mailbox) ?? [])
      .filter(({ change, receivedDateTime }) => change > from && receivedDateTime >= earliest)
      .filter(({ isRemoved }) => !(first && isRemoved));
    const page = changed.slice(0, Math.min(size, state.pageSize));
    const isLast = page.length === changed.length;
    const next = `${state.epoch}.${isLast ? changes : (page.at(-1)?.change ?? changes)}.${first && !isLast ? 'first' : 'then'}`;
    const link = new URL(`${url.origin}${url.pathname}`);
    link.searchParams.set(isLast ? '$deltatoken' : '$skiptoken', next);
    link.searchParams.set('$since', earliest);
    return json(response, {
      '@odata.context': `${url.origin}/v1.0/$metadata#Collection(message)`,
      value: page.map(({ id, receivedDateTime, isRemoved }) =>
        isRemoved ? { id, '@removed': { reason: 'deleted' } } : { id, receivedDateTime, isDraft: false },
      ),
      [isLast ? '@odata.deltaLink' : '@odata.nextLink']: link.href,
    });
  };

  /** All mails of the mailbox with a Message-ID: what was sent, and what came. */
  const search = ({ response, url }: Asked, mailbox: string) => {
    const wanted = /^internetMessageId eq '([^']+)'$/.exec(url.searchParams.get('$filter') ?? '')?.[1];
    if (!wanted) violations.push('a search without a Message-ID');
    const isDraft = state.isInOutbox;
    const left = sent.filter((mail) => mail.mailbox === mailbox && mail.messageId === wanted);
    const came = (inboxes.get(mailbox) ?? []).filter(({ raw }) => headerOf(raw, 'Message-ID') === wanted);
    return json(response, {
      value: [...left.map(() => ({ id: 'AAMkSent', isDraft })), ...came.map(({ id }) => ({ id, isDraft: false }))],
    });
  };

  const read = (asked: Asked, mailbox: string, rest: string[]) => {
    const { response } = asked;
    if (state.read) return refuse(response, state.read.status, state.read.code ?? '', state.read.headers);
    if (rest[0] === 'messages' && rest.length === 1) return search(asked, mailbox);
    const [folders, folder, messages, id = '', value] = rest;
    if (folders !== 'mailFolders' || !/^(inbox|sentitems)$/.test(folder ?? '') || messages !== 'messages')
      return refuse(response, 404, 'ResourceNotFound');
    const kept = folder === 'inbox' ? mailbox : sentItemsOf(mailbox);
    if (id === 'delta') return delta(asked, kept);
    const mail = (inboxes.get(kept) ?? []).find((one) => one.id === decodeURIComponent(id) && !one.isRemoved);
    if (!mail || value !== '$value') return refuse(response, 404, 'ErrorItemNotFound');
    return response.writeHead(200, { 'content-type': 'text/plain' }).end(mail.raw);
  };

  const server = await startStandIn((asked) => {
    const { request, response, url } = asked;
    const person = oauth.personOf(request.headers.authorization);
    if (!person) return refuse(response, 401, 'InvalidAuthenticationToken');
    const [, version, whose, ...path] = url.pathname.split('/');
    if (version !== 'v1.0') return refuse(response, 400, 'BadRequest');
    if (whose === 'subscriptions') return subscriptions.answer(asked, person, path[0]);
    if (whose === 'me' && /^(calendars?|calendarView|events)$/.test(path[0] ?? '')) {
      return calendars.answer(asked, person, path);
    }
    const mailbox = whose === 'me' ? person.email : decodeURIComponent(path.shift() ?? '');
    const isSend = request.method === 'POST' && path[0] === 'sendMail';
    const needed = `${isSend ? 'Mail.Send' : 'Mail.Read'}${whose === 'me' ? '' : '.Shared'}`;
    if (!person.scopes.includes(needed)) return refuse(response, 403, 'ErrorAccessDenied');
    if (isSend) return send(asked, mailbox, person);
    if (request.method === 'GET') return read(asked, mailbox, path);
    return refuse(response, 405, 'Request_BadRequest');
  }, port);

  return {
    url: `${server.origin}/v1.0`,
    requests: server.requests,
    violations,
    sent,
    state,
    calendars,
    subscriptions,
    /** Puts a mail into an inbox. */
    deliver(mailbox: string, raw: string, receivedAt = new Date()): string {
      changes += 1;
      const id = `AAMk${createHash('sha256').update(raw).digest('base64url').slice(0, 20)}=`;
      const mail = { id, raw, receivedDateTime: receivedAt.toISOString(), change: changes, isRemoved: false };
      inboxes.set(mailbox, [...(inboxes.get(mailbox) ?? []), mail]);
      const [owner = mailbox, folder] = mailbox.split('/');
      subscriptions.notifyMail(owner, folder === 'sentitems' ? folder : 'inbox', id);
      return id;
    },
    /** Puts a mail into the Sent items, as a person's mail program does. */
    send(mailbox: string, raw: string): string {
      return this.deliver(sentItemsOf(mailbox), raw);
    },
    remove(mailbox: string, id: string): void {
      changes += 1;
      for (const mail of inboxes.get(mailbox) ?? [])
        if (mail.id === id) Object.assign(mail, { isRemoved: true, change: changes });
    },
    /** Forgets all delta tokens that were given out. */
    forgetTokens: () => {
      state.epoch += 1;
    },
    stop: server.stop,
  };
}
