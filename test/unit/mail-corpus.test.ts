import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readInboundEmail } from '../../domain/inbound-email.js';
import { mailToEvent } from '../../domain/mail-to-event.js';
import { readMail } from '../../providers/email/read-mail.js';

const FOLDER = path.resolve(import.meta.dirname, '../mails');
const namesIn = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.eml') ? [name.replace('.eml', '')] : []));
const OURS = '018f0000-0000-7000-8000-00000000000a';
/** When all of them came in: a Monday. */
const received = new Date('2026-03-02T10:00:05Z');

const read = async (name: string) => {
  const event = mailToEvent(await readMail(readFileSync(path.join(FOLDER, `${name}.eml`))), name);
  return { event, email: readInboundEmail(event, received) };
};

/** Every mail of the folder, and what it is to us. */
const BOUNCES: Record<string, { kind: 'hard' | 'soft'; code: string | null }> = {
  'gmail-no-such-user': { kind: 'hard', code: '5.1.1' },
  'gmail-over-quota': { kind: 'soft', code: '5.2.2' },
  'exchange-online-not-found': { kind: 'hard', code: '5.1.10' },
  'exchange-online-full': { kind: 'soft', code: '5.2.2' },
  'exchange-online-closed-group': { kind: 'soft', code: '5.7.133' },
  'exchange-german': { kind: 'hard', code: '5.1.1' },
  'postfix-unknown-user': { kind: 'hard', code: '5.1.1' },
  'postfix-gave-up': { kind: 'soft', code: '4.4.1' },
  'postfix-no-domain': { kind: 'hard', code: '5.4.4' },
  'exim-report': { kind: 'hard', code: '5.0.0' },
  'sendmail-host-unknown': { kind: 'hard', code: '5.1.2' },
  'yahoo-policy': { kind: 'soft', code: '5.0.0' },
  'outlook-com-blocked': { kind: 'soft', code: '5.7.1' },
  'amazon-ses': { kind: 'hard', code: '5.1.1' },
  'icloud-full': { kind: 'soft', code: '5.0.0' },
  'greylisted-too-long': { kind: 'soft', code: '4.7.1' },
  'too-large': { kind: 'soft', code: '5.3.4' },
  domino: { kind: 'hard', code: '5.1.1' },
  'two-recipients': { kind: 'hard', code: '5.1.1' },
  smtputf8: { kind: 'hard', code: '5.1.1' },
  qmail: { kind: 'hard', code: '5.1.1' },
  'exim-letter': { kind: 'soft', code: '4.2.2' },
  webde: { kind: 'hard', code: '550' },
  'spanish-letter': { kind: 'hard', code: '5.1.1' },
};
const RECEIPTS: Record<string, string> = {
  'gmail-delayed': 'imap.delayed',
  relayed: 'delivered',
  'complaint-hotmail': 'complaint',
  'not-spam-after-all': 'imap.not_spam',
  'receipt-read': 'opened',
  'receipt-deleted-unread': 'imap.disposition',
};
const AWAY: Record<string, string> = {
  'auto-exchange': '2026-03-10',
  'auto-exchange-back': '2026-03-10',
  'auto-gmail': '2026-03-16',
  'auto-german': '2026-03-16',
  'auto-german-back': '2026-03-16',
  'auto-spanish': '2026-03-16',
  'auto-spanish-vacation': '2026-03-16',
  'auto-portuguese': '2026-03-16',
  'auto-french': '2026-03-16',
  'auto-french-back': '2026-03-16',
  'auto-italian': '2026-03-16',
  'auto-dutch': '2026-03-16',
  'auto-notes': '2026-03-16',
  'auto-sieve': '2026-03-16',
  'auto-cpanel': '2026-03-16',
};
const MACHINES = ['auto-ticket', 'auto-left-the-company'];
const PEOPLE = ['person-away-next-week', 'person-suppressing', 'person-forwards-a-bounce'];

describe('the mails that come back', () => {
  it('are all looked at', () => {
    const expected = [...Object.keys({ ...BOUNCES, ...RECEIPTS, ...AWAY }), ...MACHINES, ...PEOPLE];
    const there = namesIn(FOLDER);
    expect(there.sort()).toEqual(expected.sort());
  });

  it.each(Object.entries(BOUNCES))('%s is a bounce of our mail to its reader', async (name, bounce) => {
    const { event, email } = await read(name);
    expect(event).toMatchObject({ type: 'bounce', message_id: OURS, to: 'ada@example.net', bounce });
    expect(email).toMatchObject({ kind: 'bounce', messageIds: [OURS], bounce });
  });

  it.each(Object.entries(RECEIPTS))('%s is no bounce', async (name, type) => {
    const { event, email } = await read(name);
    expect(event.type).toBe(type);
    if (!type.startsWith('imap.')) expect(email).toMatchObject({ kind: type, messageIds: [OURS] });
  });

  it.each(Object.entries(AWAY))('%s says when its writer is back', async (name, pauseUntil) => {
    const { email } = await read(name);
    expect(email).toMatchObject({
      kind: 'reply',
      messageIds: [OURS],
      fromKey: 'ada@example.net',
      autoReply: { kind: 'out_of_office', pauseUntil },
      intent: null,
    });
  });

  it.each(MACHINES)('%s is an automatic answer that names no day', async (name) =>
    expect((await read(name)).email).toMatchObject({
      kind: 'reply',
      autoReply: { kind: 'auto_reply', pauseUntil: null },
    }),
  );

  it.each(PEOPLE)('%s is a person’s own words', async (name) =>
    expect((await read(name)).email).toMatchObject({ kind: 'reply', messageIds: [OURS], autoReply: null }),
  );
});

/** The mails in flufl-bounce, written by mail servers for others: which address a bounce names, and what it proves. */
const SERVERS: Record<
  string,
  [kind: 'hard' | 'soft', to: string | null, code: string | null] | 'delayed' | 'automatic'
> = {
  bounce_02: ['hard', 'userx@example.com', '550'],
  // It gives no reason at all.
  caiwireless_01: ['soft', null, null],
  dsn_10: ['hard', 'person3@host1.example.org', '5.0.0'],
  dsn_12: ['hard', 'userx@example.jp', '5.1.1'],
  dsn_14: ['hard', 'userx@example.com.dk', '5.1.1'],
  dsn_16: ['hard', 'userx@example.com', '5.0.0'],
  dsn_17: 'delayed',
  dsn_18: ['hard', 'person3@host3.example.org', '5.0.0'],
  exim_01: ['hard', 'userx@its.example.nl', '5.1.1'],
  newmailru_01: ['soft', 'person8@host6.example.org', null],
  postfix_01: ['hard', 'person9@host6.example.org', '5.1.1'],
  postfix_02: ['soft', 'person3@host2.example.org', null],
  postfix_03: ['soft', 'person10@host6.example.org', null],
  postfix_05: ['soft', 'userx@example.net', '554'],
  qmail_01: ['soft', 'userx@example.de', null],
  qmail_02: ['soft', 'userx@example.com', null],
  qmail_03: ['hard', 'userx@example.jp', '5.1.1'],
  qmail_04: ['hard', 'userx@example.au', '550'],
  qmail_05: ['hard', 'userx@example.com', '550'],
  qmail_06: ['soft', 'person3@host4.example.org', null],
  qmail_07: ['soft', 'user@example.net', null],
  qmail_08: 'automatic',
  sendmail_01: ['soft', 'person10@host4.example.org', '554'],
  simple_01: ['soft', 'bbbsss@example.com', '552'],
  simple_03: 'delayed',
  simple_06: ['hard', 'userx@example.com', null],
  simple_08: ['hard', 'userx@example.de', '550'],
  simple_09: ['soft', 'userx@example.de', null],
  simple_11: ['hard', 'userx@example.com', null],
  simple_12: ['hard', 'userx@example.ac.jp', null],
  simple_14: ['soft', 'usery@example.com', '552'],
  simple_15: ['hard', 'userx@example.be', '5.1.1'],
  simple_16: ['soft', 'userx@example.com', null],
  simple_18: ['soft', 'userx@example.com', '554'],
  simple_19: ['hard', 'userx@example.com.ar', '5.1.1'],
  simple_21: 'delayed',
  simple_26: ['hard', 'userx@example.it', null],
  simple_28: 'delayed',
  simple_29: ['hard', 'userx@example.com', '550'],
  simple_30: ['hard', 'userx@example.com', '5.3.0'],
  simple_34: ['hard', 'roland@example.com', '5.1.1'],
  simple_35: 'delayed',
  simple_39: ['hard', 'userx@example.ru', null],
  simple_40: 'delayed',
  simple_41: ['hard', 'userx@example.com', '550'],
  simple_44: ['soft', 'user@example.com', '4.4.4'],
  simple_45: ['soft', 'person4@host3.example.org', '550'],
  sina_01: ['soft', 'person8@host4.example.org', null],
  smtp32_06: ['hard', 'Absolute_garbage_addr@example.net', '5.3.0'],
  yahoo_01: ['soft', 'userx@example.com', '4.4.1'],
  yahoo_02: ['soft', 'userx@example.es', null],
  yahoo_03: ['hard', 'userx@example.com', null],
  yahoo_10: ['hard', 'userx@example.com', null],
  yahoo_11: ['hard', 'person2@host3.example.org', '5.1.1'],
  yahoo_13: ['hard', 'bogus-address@example.net', '5.1.1'],
};

describe('the mails of mail servers in use', () => {
  it('are all looked at', () => {
    expect(Object.keys(SERVERS).sort()).toEqual(namesIn(path.join(FOLDER, 'flufl-bounce')).sort());
  });

  it.each(Object.entries(SERVERS))('%s is understood', async (name, expected) => {
    const { event, email } = await read(`flufl-bounce/${name}`);
    if (expected === 'delayed') expect(event.type).toBe('imap.delayed');
    else if (expected === 'automatic')
      expect(email).toMatchObject({ kind: 'reply', autoReply: { kind: 'auto_reply', pauseUntil: null } });
    else {
      const [kind, to, code] = expected;
      expect([event.type, event.bounce?.kind, event.to, event.bounce?.code]).toEqual(['bounce', kind, to, code]);
    }
  });
});
