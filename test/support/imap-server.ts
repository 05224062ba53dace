import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** The point after which a server is silent: it sends nothing more, and doesn't close the connection. */
export type SilentAt = 'greeting' | 'LOGIN' | 'EXAMINE' | 'SEARCH' | 'FETCH' | 'mid-mail' | 'IDLE' | 'idling';

/** An IMAP server on this machine with one mailbox, as much of RFC 9051 as reading it takes. */
export interface ImapServer {
  port: number;
  /** Connections so far. */
  connections: number;
  /** The point after which new connections are silent. */
  silentAt: SilentAt | undefined;
  /** Comes while the next search is answered, too late to be found by it. */
  late: string | undefined;
  /** The messages in the Sent folder. */
  sent: string[];
  /**
   * Judges a login: by XOAUTH2 with the token, by LOGIN with `password` and the password. Returns the start of a refusal,
   * such as `NO [UNAVAILABLE]`; undefined accepts it.
   */
  refusalOf: ((user: string, secret: string) => string | undefined) | undefined;
  /** Breaks the connection before the next append is answered. */
  cutsAppend: boolean;
  /**
   * Puts an email into the mailbox, dated in the server's zone. Idle clients are notified unless their connection is
   * silent.
   */
  deliver(mail: string, date?: string): void;
  /** Puts an email into the Sent folder, as a person's mail program does. */
  send(mail: string): void;
  stop(): Promise<void>;
}

const unquoted = (text = '') => text.replaceAll('"', '');

export async function startImapServer(): Promise<ImapServer> {
  const mails: string[] = [];
  const dates = new Map<string, string>();
  const dateOf = (mail: string) => dates.get(mail) ?? '21-Nov-2099 10:00:00 +0000';
  const dayOf = (date: string) => Date.parse(`${date.slice(0, 11).replaceAll('-', ' ')} UTC`);
  const sockets = new Set<Socket>();
  const idling = new Map<Socket, { tag: string; box: string[] }>();
  const notify = (box: string[]) => {
    for (const [socket, idle] of idling) if (idle.box === box) socket.write(`* ${box.length} EXISTS\r\n`);
  };
  const fixture: ImapServer = {
    port: 0,
    connections: 0,
    silentAt: undefined,
    late: undefined,
    sent: [],
    refusalOf: undefined,
    cutsAppend: false,
    deliver,
    send,
    stop,
  };

  function deliver(mail: string, date?: string): void {
    mails.push(mail);
    if (date !== undefined) dates.set(mail, date);
    notify(mails);
  }

  function send(mail: string): void {
    fixture.sent.push(mail);
    notify(fixture.sent);
  }

  const server = createServer((socket) => {
    const { silentAt } = fixture;
    let silent = silentAt === 'greeting';
    let opened: string[] = mails;
    /** The mail that an append still waits for. */
    let appending: { tag: string; bytes: number } | undefined;
    fixture.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      idling.delete(socket);
    });
    const say = (text: string) => {
      if (!silent) socket.write(text);
    };
    const login = (tag: string, refusal: string | undefined) =>
      say(refusal === undefined ? `${tag} OK done\r\n` : `${tag} ${refusal} Not now\r\n`);
    const answer = (line: string) => {
      const [tag = '', word = '', ...rest] = line.split(' ');
      const command = (word.toUpperCase() === 'UID' ? (rest.shift() ?? '') : word).toUpperCase();
      if (tag === 'DONE') {
        say(`${idling.get(socket)?.tag} OK done\r\n`);
        idling.delete(socket);
        return;
      }
      if (command === silentAt) silent = true;
      switch (command) {
        case 'CAPABILITY':
          return say(`* CAPABILITY IMAP4rev1 IDLE SPECIAL-USE AUTH=XOAUTH2\r\n${tag} OK done\r\n`);
        case 'LOGIN':
          return login(tag, fixture.refusalOf?.(unquoted(rest[0]), `password ${unquoted(rest[1])}`));
        case 'AUTHENTICATE': {
          const [user = '', proof = ''] = Buffer.from(rest[1] ?? '', 'base64')
            .toString()
            .split('\x01');
          const [name, token] = [user.replace('user=', ''), proof.replace('auth=Bearer ', '')];
          return login(tag, fixture.refusalOf?.(name, token));
        }
        case 'LIST':
          if (rest[1] === '"*"') say('* LIST () "/" INBOX\r\n* LIST (\\Sent) "/" "Gesendet"\r\n');
          return say(`${tag} OK done\r\n`);
        case 'APPEND':
          appending = { tag, bytes: Number(/\{(\d+)\}$/.exec(line)?.[1]) };
          return say('+ send it\r\n');
        case 'EXAMINE':
          opened = rest[0] === 'INBOX' ? mails : fixture.sent;
          say(`* ${opened.length} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT ${opened.length + 1}] ok\r\n`);
          return say(`${tag} OK [READ-ONLY] done\r\n`);
        case 'SEARCH': {
          if (rest[0] === 'HEADER') {
            const id = (rest[2] ?? '').replaceAll('"', '');
            const mine = fixture.sent.flatMap((mail, n) => (mail.includes(`Message-ID: ${id}`) ? [` ${n + 1}`] : []));
            say(`* SEARCH${mine.join('')}\r\n`);
            return say(`${tag} OK done\r\n`);
          }
          // SINCE compares days as they are written, whatever the zone.
          const since = rest[0] === 'SINCE' ? dayOf(rest[1] ?? '') : Number.NEGATIVE_INFINITY;
          const found = opened.flatMap((mail, n) => (dayOf(dateOf(mail)) >= since ? [` ${n + 1}`] : []));
          say(`* SEARCH${found.join('')}\r\n`);
          if (fixture.late !== undefined && opened === mails) {
            mails.push(fixture.late);
            fixture.late = undefined;
            say(`* ${mails.length} EXISTS\r\n`);
          }
          return say(`${tag} OK done\r\n`);
        }
        case 'FETCH':
          for (const uid of (rest[0] ?? '').split(',').map(Number)) {
            const mail = opened[uid - 1] ?? '';
            const date = `"${dateOf(mail)}"`;
            say(`* ${uid} FETCH (UID ${uid} INTERNALDATE ${date} BODY[]<0> {${Buffer.byteLength(mail)}}\r\n`);
            say(mail.slice(0, 10));
            if (silentAt === 'mid-mail') silent = true;
            say(`${mail.slice(10)})\r\n`);
          }
          return say(`${tag} OK done\r\n`);
        case 'IDLE':
          say('+ idling\r\n');
          if (silentAt === 'idling') silent = true;
          if (!silent) idling.set(socket, { tag, box: opened });
          return;
        default:
          return say(`${tag} OK done\r\n`);
      }
    };
    let buffered = '';
    socket.on('data', (bytes) => {
      buffered += bytes.toString('latin1');
      if (appending && buffered.length >= appending.bytes) {
        const { tag, bytes } = appending;
        fixture.sent.push(buffered.slice(0, bytes));
        // The line break behind it ends the command.
        buffered = buffered.slice(bytes).replace(/^\r\n/, '');
        appending = undefined;
        if (fixture.cutsAppend) socket.destroy();
        fixture.cutsAppend = false;
        say(`${tag} OK done\r\n`);
      }
      if (appending) return;
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        answer(buffered.slice(0, end));
        buffered = buffered.slice(end + 2);
      }
    });
    say('* OK ready\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fixture.port = (server.address() as AddressInfo).port;

  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
  return fixture;
}
