import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { mailToEvent } from '../../domain/inbound/mail-to-event.js';
import { readMail } from '../../providers/email/read-mail.js';

const FOLDER = path.resolve(import.meta.dirname, '../mails');
const namesIn = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.eml') ? [name.replace('.eml', '')] : []));
const OURS = '018f0000-0000-7000-8000-00000000000a';
/** The time when all of them came in: a Monday. */
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
  'japanese-full': { kind: 'soft', code: null },
  'ses-by-sns': { kind: 'hard', code: '5.1.1' },
  'exim-sender-unknown': { kind: 'soft', code: '5.1.7' },
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
/** A bounce that doesn't return the mail. */
const WITHOUT_MAIL = 'mimecast';
const MACHINES = ['auto-ticket', 'auto-left-the-company'];
const PEOPLE = ['person-away-next-week', 'person-suppressing', 'person-forwards-a-bounce'];

describe('the mails that come back', () => {
  it('are all looked at', () => {
    const expected = [...Object.keys({ ...BOUNCES, ...RECEIPTS, ...AWAY }), ...MACHINES, ...PEOPLE, WITHOUT_MAIL];
    const there = namesIn(FOLDER);
    expect(there.sort()).toEqual(expected.sort());
  });

  it.each(Object.entries(BOUNCES))('%s is a bounce of our mail to its reader', async (name, bounce) => {
    const { event, email } = await read(name);
    expect(event).toMatchObject({ type: 'bounce', message_id: OURS, to: 'ada@example.net', bounce });
    expect(email).toMatchObject({ kind: 'bounce', messageIds: [OURS], bounce });
  });

  it('are bounces by the address alone where blanks stand before the colons of the report', async () => {
    const { event, email } = await read(WITHOUT_MAIL);
    const bounce = { kind: 'hard', code: '5.1.1' };
    expect(event).toMatchObject({ type: 'bounce', message_id: null, to: 'ada@example.net', bounce });
    expect(email).toMatchObject({ kind: 'bounce', messageIds: [], bounce });
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
