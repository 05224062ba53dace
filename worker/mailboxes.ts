import { claimMailboxes, updateMailbox } from '../db/channels/mailboxes.js';
import type { MailboxRow } from '../db/tables.js';
import type { WorkDependencies } from '../db/work.js';
import { type ImapPace, readMailbox } from '../providers/email/imap.js';
import { readMail } from '../providers/email/read-mail.js';
import { newId } from '../runtime/ids.js';
import type { Logger } from '../runtime/logger.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { imapConfigOf, keepMails, type NumberedMail } from '../services/inbound/mailboxes.js';
import { type Loop, startLoop } from './loop.js';

const TURN_MS = 2_000;
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const MAX_OPEN = 200;
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 15 * 60_000;

export interface MailboxOptions extends WorkDependencies {
  logger: Logger;
  box: SecretBox;
  /** Hosts, in lower case, that may have a private address. */
  privateHosts: readonly string[];
  /** How patiently servers are read, where not as always. */
  pace?: ImapPace;
}

/**
 * Reads the mailboxes of all accounts. Each is leased by one process, which renews its lease while it reads; of a
 * process that dies the mailboxes go to the others a minute later. One that can't be read is tried again with growing
 * pauses, and says why.
 */
export function startMailboxes(options: MailboxOptions): Loop {
  const { db, clock, logger } = options;
  const open = new Map<string, { mailbox: MailboxRow; abort: AbortController; ended: Promise<void> }>();
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  let renewed = clock.now().getTime();

  const loop = startLoop(logger, 'mailboxes', async () => {
    if (clock.now().getTime() - renewed >= RENEW_MS) {
      renewed = clock.now().getTime();
      for (const { mailbox, abort } of open.values()) {
        const kept = await updateMailbox(db, mailbox, { lease_until: later(LEASE_MS) });
        if (!kept) abort.abort();
      }
    }
    const limit = Math.min(20, MAX_OPEN - open.size);
    // Each claim has an owner of its own: one that read before the mailbox was set anew has no say in it any more.
    const lease = { owner: newId(), leaseUntil: later(LEASE_MS), limit };
    for (const mailbox of await claimMailboxes(db, clock.now(), lease)) {
      const before = open.get(mailbox.sender_id);
      before?.abort.abort();
      await before?.ended;
      const abort = new AbortController();
      const ended = read(options, mailbox, abort.signal).finally(() => open.delete(mailbox.sender_id));
      open.set(mailbox.sender_id, { mailbox, abort, ended });
    }
    return TURN_MS;
  });
  return {
    healthy: loop.healthy,
    async stop() {
      await loop.stop();
      for (const { abort } of open.values()) abort.abort();
      await Promise.all([...open.values()].map(({ ended }) => ended));
    },
  };
}

async function read(options: MailboxOptions, mailbox: MailboxRow, signal: AbortSignal): Promise<void> {
  const { db, clock, logger, box, privateHosts, pace } = options;
  let failure: string | null = null;
  let failuresBefore = mailbox.failures;
  try {
    await readMailbox(
      { ...imapConfigOf(mailbox, box), privateHosts },
      {
        signal,
        cursor: { uidValidity: mailbox.uid_validity, lastUid: mailbox.last_uid, since: mailbox.read_since },
        async opened() {
          const well = { failures: 0, last_error: null, checked_at: clock.now() };
          if (!(await updateMailbox(db, mailbox, well))) throw new Error('The lease was lost.');
          failuresBefore = 0;
        },
        async take(mails, uidValidity, lastUid) {
          const read: NumberedMail[] = await Promise.all(
            mails.map(async ({ uid, raw }) => ({
              uid,
              // One mail must not keep those behind it from being read, whatever its writer made of it.
              mail: await readMail(raw).catch((error: unknown) => {
                logger.warn({ err: error, sender_id: mailbox.sender_id, uid }, 'A mail can not be read');
                return undefined;
              }),
            })),
          );
          const kept = await keepMails(options, mailbox, read, { uidValidity, lastUid });
          if (!kept) throw new Error('The lease was lost.');
        },
      },
      pace,
    );
  } catch (error) {
    if (!signal.aborted) failure = reasonOf(error);
    if (failure) logger.warn({ err: error, sender_id: mailbox.sender_id }, 'A mailbox can not be read');
  }
  const failures = failure === null ? 0 : failuresBefore + 1;
  const pause = failure === null ? 0 : Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  await updateMailbox(db, mailbox, {
    lease_owner: null,
    lease_until: null,
    failures,
    last_error: failure,
    next_at: new Date(clock.now().getTime() + pause),
  }).catch(() => undefined);
}

/** What its owner has to know: the server's own words about a refused log-in, else the kind of failure. */
function reasonOf(error: unknown): string {
  const { authenticationFailed, code, message } = error as {
    authenticationFailed?: boolean;
    code?: string;
    message?: string;
  };
  if (authenticationFailed) return 'The mail server refuses the user or the password.';
  return `${code ?? 'ERROR'}: ${message ?? ''}`.slice(0, 500);
}
