import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createGmailWatches } from './gmail-watches.js';
import type { OAuthPerson, OAuthServer } from './oauth-server.js';
import { type Asked, endsBefore, endsBehind, type SendEnd, startStandIn } from './stand-in.js';

/** A mail in a mailbox, as Gmail shows it. */
interface MailAtGmail {
  id: string;
  threadId: string;
  labelIds: string[];
  raw: string;
  internalDate: number;
}

interface Change {
  id: string;
  added?: MailAtGmail;
  unlabelled?: { mail: MailAtGmail; labelIds: string[] };
}

interface BoxAtGmail {
  mails: MailAtGmail[];
  history: Change[];
}

/** An answer that refuses, in Google's form; without a reason it is a gateway's. */
export interface GmailRefusal {
  status: number;
  reason?: string;
  message?: string;
  headers?: Record<string, string>;
}

/** How a send ends: one with a status is refused. */
export type GmailSend = SendEnd | GmailRefusal;

/** A mail that was taken for delivery. */
export interface SentAtGmail {
  mailbox: string;
  from: string;
  to: string;
  messageId: string;
  threadId: string;
  raw: string;
}

const AUTH = 'https://www.googleapis.com/auth/';
const SCOPES = {
  send: [`${AUTH}gmail.send`],
  read: [`${AUTH}gmail.readonly`],
} as const;

const headerOf = (raw: string, name: string): string =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)$`, 'im').exec(raw.split('\r\n\r\n')[0] ?? '')?.[1]?.trim() ?? '';
const addressIn = (header: string): string => /<([^>]+)>\s*$/.exec(header)?.[1] ?? header;
const subjectOf = (raw: string): string => headerOf(raw, 'Subject').replace(/^(re: ?)+/i, '');

/**
 * A local stand-in for the Gmail API as Google's discovery description has it: `messages` with `send`, `list` and `get`,
 * `history.list`, `getProfile`, `settings.sendAs.list`, `watch` and `stop`. It takes the access tokens of the sign-in server and asks for
 * the scopes that each method needs. What a client does against the description is refused and noted in `violations`.
 */
export async function startGmailServer(oauth: Pick<OAuthServer, 'personOf'>, port = 0) {
  const violations: string[] = [];
  const sent: SentAtGmail[] = [];
  const boxes = new Map<string, BoxAtGmail>();
  const usual = {
    send: (_raw: string): GmailSend => 'take',
    /** How reading is answered instead of as usual. */
    read: undefined as GmailRefusal | undefined,
    /** Whether a mail leaves under a Message-ID of Gmail's own. */
    replacesMessageId: false,
    /** Addresses that a mailbox may send from in addition to its own, by whether they are verified. */
    aliases: {} as Record<string, boolean>,
    /** History up to here is forgotten. */
    forgotten: 0,
    pageSize: 2,
    /** Told before a page of history or of a list is answered. */
    listing: (): void => undefined,
  };
  const state = { ...usual };
  let changes = 1_000;

  const boxOf = (mailbox: string): BoxAtGmail => {
    const box = boxes.get(mailbox) ?? { mails: [], history: [] };
    boxes.set(mailbox, box);
    return box;
  };
  const json = (response: ServerResponse, body: object, status = 200, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
      .end(JSON.stringify(body));
  const refuse = (
    response: ServerResponse,
    { status, reason, message = String(reason), headers = {} }: GmailRefusal,
  ) => {
    if (reason === undefined) return response.writeHead(status, headers).end('<html></html>');
    const errors = [{ message, domain: 'global', reason }];
    return json(response, { error: { code: status, message, errors } }, status, headers);
  };
  const badRequest = (response: ServerResponse, message: string) => {
    violations.push(message);
    return refuse(response, { status: 400, reason: 'invalidArgument', message });
  };

  const watches = createGmailWatches({ json, badRequest });

  /** Puts a mail into a mailbox, in the thread of what it answers. */
  const put = (mailbox: string, raw: string, labelIds: string[], at = new Date()): MailAtGmail => {
    changes += 7;
    const box = boxOf(mailbox);
    const answered = [headerOf(raw, 'References'), headerOf(raw, 'In-Reply-To')].join(' ');
    const thread = box.mails.find((one) => answered.includes(headerOf(one.raw, 'Message-ID') || '-'))?.threadId;
    const id = createHash('sha256').update(`${raw}${changes}`).digest('hex').slice(0, 16);
    const mail = { id, threadId: thread ?? id, labelIds, raw, internalDate: at.getTime() };
    box.mails.push(mail);
    box.history.push({ id: String(changes), added: mail });
    watches.notify(mailbox, String(changes), labelIds);
    return mail;
  };

  const send = (asked: Asked, { email }: OAuthPerson) => {
    const { request, response, bytes } = asked;
    if (!request.headers['content-type']?.startsWith('application/json'))
      return badRequest(response, 'send without JSON');
    const body = JSON.parse(bytes.toString('utf8')) as { raw?: string; threadId?: string };
    if (!/^[\w-]+=*$/.test(body.raw ?? '')) return badRequest(response, 'raw is not base64url');
    let raw = Buffer.from(body.raw ?? '', 'base64url').toString('utf8');
    const end = state.send(raw);
    if (endsBefore(end, asked)) return undefined;
    if (typeof end === 'object') return refuse(response, end);
    if (!headerOf(raw, 'To')) {
      return refuse(response, { status: 400, reason: 'invalidArgument', message: 'Recipient address required' });
    }
    const thread = boxOf(email).mails.find(({ threadId }) => threadId === body.threadId);
    if (body.threadId !== undefined && !thread) {
      return refuse(response, { status: 404, reason: 'notFound', message: 'Requested entity was not found.' });
    }
    if (thread && (!headerOf(raw, 'In-Reply-To') || !headerOf(raw, 'References'))) {
      violations.push('a thread without In-Reply-To and References');
    }
    const from = addressIn(headerOf(raw, 'From'));
    // As Gmail does: without a word.
    if (from !== email && !state.aliases[from]) raw = raw.replace(/^From: .*$/m, `From: ${email}`);
    if (state.replacesMessageId) {
      const own = `<CA${randomBytes(18).toString('base64url')}@mail.gmail.com>`;
      raw = raw.replace(/^Message-ID: .*$/im, `Message-ID: ${own}`);
    }
    const mail = put(email, raw, ['SENT']);
    if (thread && subjectOf(thread.raw) === subjectOf(raw)) mail.threadId = thread.threadId;
    sent.push({
      mailbox: email,
      from: addressIn(headerOf(raw, 'From')),
      to: headerOf(raw, 'To'),
      messageId: headerOf(raw, 'Message-ID'),
      threadId: mail.threadId,
      raw,
    });
    if (endsBehind(end, asked)) return undefined;
    return json(response, { id: mail.id, threadId: mail.threadId, labelIds: mail.labelIds });
  };

  const pageOf = <T>(all: T[], url: URL): { page: T[]; nextPageToken?: string } => {
    state.listing();
    const from = Number(url.searchParams.get('pageToken') ?? 0);
    const size = Math.min(Number(url.searchParams.get('maxResults') ?? 100), state.pageSize);
    const end = from + size;
    return { page: all.slice(from, end), ...(end < all.length ? { nextPageToken: String(end) } : {}) };
  };

  const history = ({ response, url }: Asked, { email }: OAuthPerson) => {
    const start = Number(url.searchParams.get('startHistoryId') ?? Number.NaN);
    if (Number.isNaN(start)) return badRequest(response, 'history without startHistoryId');
    if (start < state.forgotten) {
      return refuse(response, { status: 404, reason: 'notFound', message: 'Requested entity was not found.' });
    }
    const types = url.searchParams.getAll('historyTypes');
    const { page, nextPageToken } = pageOf(
      boxOf(email).history.filter((one) => Number(one.id) > start),
      url,
    );
    const named = ({ id, threadId }: MailAtGmail) => ({ id, threadId });
    const records = page
      .map(({ id, added, unlabelled }) => ({
        id,
        messages: [named((added ?? unlabelled?.mail) as MailAtGmail)],
        ...(added && types.includes('messageAdded') ? { messagesAdded: [{ message: named(added) }] } : {}),
        ...(unlabelled && types.includes('labelRemoved')
          ? { labelsRemoved: [{ message: named(unlabelled.mail), labelIds: unlabelled.labelIds }] }
          : {}),
      }))
      .filter((record) => types.length === 0 || 'messagesAdded' in record || 'labelsRemoved' in record);
    return json(response, {
      ...(records.length > 0 ? { history: records } : {}),
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
      historyId: String(changes),
    });
  };

  /** Searches as the box of Gmail does, as far as anyone here asks. */
  const matches = (mail: MailAtGmail, term: string): boolean => {
    const [name, value = ''] = term.split(/:(.*)/s);
    const labels: Record<string, string> = { sent: 'SENT', drafts: 'DRAFT', chats: 'CHAT', inbox: 'INBOX' };
    switch (name) {
      case 'rfc822msgid':
        return headerOf(mail.raw, 'Message-ID').replace(/[<>]/g, '') === value.replace(/[<>]/g, '');
      case 'after':
        return mail.internalDate / 1000 >= Number(value);
      case 'in':
        return mail.labelIds.includes(labels[value] ?? value);
      case '-in':
        return !mail.labelIds.includes(labels[value] ?? value);
      default:
        violations.push(`a search by ${name}`);
        return false;
    }
  };

  const list = ({ response, url }: Asked, { email }: OAuthPerson) => {
    const terms = (url.searchParams.get('q') ?? '').split(' ').filter(Boolean);
    const labelIds = url.searchParams.getAll('labelIds');
    const isAll = url.searchParams.get('includeSpamTrash') === 'true';
    const found = boxOf(email)
      .mails.filter((mail) => isAll || !mail.labelIds.some((label) => label === 'SPAM' || label === 'TRASH'))
      .filter((mail) => labelIds.every((label) => mail.labelIds.includes(label)))
      .filter((mail) => terms.every((term) => matches(mail, term)))
      .sort((a, b) => b.internalDate - a.internalDate);
    const { page, nextPageToken } = pageOf(found, url);
    return json(response, {
      ...(page.length > 0 ? { messages: page.map(({ id, threadId }) => ({ id, threadId })) } : {}),
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
      resultSizeEstimate: found.length,
    });
  };

  const get = ({ response, url }: Asked, { email }: OAuthPerson, id: string) => {
    const mail = boxOf(email).mails.find((one) => one.id === id);
    if (!mail) return refuse(response, { status: 404, reason: 'notFound', message: 'Requested entity was not found.' });
    const { threadId, labelIds, raw } = mail;
    const about = { id, threadId, labelIds, historyId: String(changes), internalDate: String(mail.internalDate) };
    switch (url.searchParams.get('format') ?? 'full') {
      case 'raw':
        return json(response, { ...about, raw: Buffer.from(raw).toString('base64url') });
      case 'minimal':
        return json(response, about);
      case 'metadata': {
        const names = url.searchParams.getAll('metadataHeaders');
        const headers = names.map((name) => ({ name, value: headerOf(raw, name) })).filter(({ value }) => value !== '');
        return json(response, { ...about, payload: { mimeType: 'text/plain', headers } });
      }
      default:
        return badRequest(response, 'a format that no one here asks for');
    }
  };

  const sendAs = ({ response }: Asked, { email }: OAuthPerson) =>
    json(response, {
      sendAs: [
        { sendAsEmail: email, displayName: '', isPrimary: true, isDefault: true },
        ...Object.entries(state.aliases).map(([sendAsEmail, isVerified]) => ({
          sendAsEmail,
          verificationStatus: isVerified ? 'accepted' : 'pending',
        })),
      ],
    });

  const server = await startStandIn((asked) => {
    const { request, response, url } = asked;
    const person = oauth.personOf(request.headers.authorization);
    if (!person) return refuse(response, { status: 401, reason: 'authError', message: 'Invalid Credentials' });
    const path = /^\/gmail\/v1\/users\/me\/(.+)$/.exec(url.pathname)?.[1] ?? '';
    const isSend = request.method === 'POST' && path === 'messages/send';
    const isWatch = request.method === 'POST' && (path === 'watch' || path === 'stop');
    if (!isSend && !isWatch && request.method !== 'GET') return response.writeHead(405).end();
    const needed: readonly string[] = isSend ? SCOPES.send : SCOPES.read;
    if (!person.scopes.some((scope) => needed.includes(scope))) {
      const message = 'Request had insufficient authentication scopes.';
      return refuse(response, { status: 403, reason: 'insufficientPermissions', message });
    }
    if (isSend) return send(asked, person);
    if (isWatch)
      return path === 'stop' ? watches.stop(asked, person.email) : watches.watch(asked, person.email, String(changes));
    if (state.read) return refuse(response, state.read);
    if (path === 'profile') return json(response, { emailAddress: person.email, historyId: String(changes) });
    if (path === 'history') return history(asked, person);
    if (path === 'messages') return list(asked, person);
    if (path === 'settings/sendAs') return sendAs(asked, person);
    const id = /^messages\/(\w+)$/.exec(path)?.[1];
    return id === undefined ? response.writeHead(404).end() : get(asked, person, id);
  }, port);

  return {
    url: `${server.origin}/gmail/v1`,
    origin: server.origin,
    requests: server.requests,
    violations,
    sent,
    state,
    watches,
    /** Puts a mail into a mailbox that came from outside, or with other labels. */
    deliver: (mailbox: string, raw: string, receivedAt = new Date(), labelIds = ['INBOX', 'UNREAD']): string =>
      put(mailbox, raw, [...labelIds], receivedAt).id,
    remove(mailbox: string, id: string): void {
      const box = boxOf(mailbox);
      box.mails = box.mails.filter((mail) => mail.id !== id);
    },
    /** Moves a mail out of spam, as a person does. */
    moveFromSpam(mailbox: string, id: string): void {
      const box = boxOf(mailbox);
      const mail = box.mails.find((one) => one.id === id);
      if (!mail) return;
      changes += 7;
      mail.labelIds = ['INBOX'];
      box.history.push({ id: String(changes), unlabelled: { mail, labelIds: ['SPAM'] } });
    },
    /** Empties all mailboxes and what was sent, and answers as usual again. */
    reset(): void {
      Object.assign(state, usual);
      boxes.clear();
      sent.length = 0;
    },
    /** Forgets all history so far. */
    forgetHistory: () => {
      changes += 7;
      state.forgotten = changes;
    },
    stop: server.stop,
  };
}
