import { beforeAll, describe, expect, it } from '@jest/globals';
import { readInboundEmail } from '../../domain/inbound/inbound-email.js';
import { mailToEvent } from '../../domain/inbound/mail-to-event.js';
import { readMail } from '../../providers/email/read-mail.js';
import { MAIL_SYSTEMS } from '../support/mail/bounce-systems.js';
import { MAIL_REPORTS, REPORT_CATEGORIES, type ReportCategory } from '../support/mail/reports.js';

/** Returns the product's reading of an email: one of the categories, or a notice that doesn't count. */
async function read(raw: string): Promise<ReportCategory | 'notice'> {
  const event = mailToEvent(await readMail(Buffer.from(raw)), 'e');
  if (event.type === 'imap.delayed') return 'delay';
  if (event.type === 'imap.disposition') return 'receipt';
  const email = readInboundEmail(event, new Date('2026-03-02T10:00:05Z'));
  switch (email.kind) {
    case 'bounce':
      return email.bounce.cause === 'sender' ? 'sender' : email.bounce.kind;
    case 'complaint':
      return 'complaint';
    case 'opened':
      return 'receipt';
    case 'reply':
      return email.autoReply ? (email.autoReply.kind === 'out_of_office' ? 'vacation' : 'challenge') : 'person';
    default:
      return 'notice';
  }
}

/** The least share of each category's mails that are read as such, and of what is read as such that is. */
const FLOORS: Readonly<Record<ReportCategory, readonly [recall: number, precision: number]>> = {
  hard: [0.98, 0.99],
  soft: [0.98, 0.98],
  sender: [0.98, 0.98],
  delay: [1, 1],
  receipt: [1, 1],
  complaint: [1, 1],
  vacation: [1, 1],
  challenge: [1, 1],
  person: [1, 1],
};

describe('the reports of mail systems', () => {
  const seen: { name: string; category: ReportCategory; read: ReportCategory | 'notice' }[] = [];
  beforeAll(async () => {
    for (const { name, category, raw } of MAIL_REPORTS) seen.push({ name, category, read: await read(raw) });
    if (process.env.SHOW_REPORTS) {
      const table = REPORT_CATEGORIES.map((category) => ({ category, ...sharesOf(category) }));
      const wrong = seen.filter((each) => each.category !== each.read);
      process.stdout.write(`${JSON.stringify({ table, wrong }, null, 1)}\n`);
    }
  });

  function sharesOf(category: ReportCategory) {
    const of = seen.filter((each) => each.category === category);
    const as = seen.filter((each) => each.read === category);
    const right = of.filter((each) => each.read === category).length;
    return { mails: of.length, right, recall: right / of.length, precision: right / Math.max(as.length, 1) };
  }

  it('are at least 300 of at least 40 systems', () => {
    expect(MAIL_SYSTEMS.length).toBeGreaterThanOrEqual(40);
    expect(MAIL_REPORTS.length).toBeGreaterThanOrEqual(300);
  });

  it.each(REPORT_CATEGORIES)('are read as %s where they are', (category) => {
    const { recall, precision } = sharesOf(category);
    const [leastRecall, leastPrecision] = FLOORS[category];
    expect(recall).toBeGreaterThanOrEqual(leastRecall);
    expect(precision).toBeGreaterThanOrEqual(leastPrecision);
  });
});
