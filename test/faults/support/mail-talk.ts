import { signHook } from '../../../runtime/hook-signature.js';
import { newId } from '../../../runtime/ids.js';
import { call } from './client.js';
import type { Program } from './program.js';
import { pass, until } from './random.js';
import type { Rig, RigAccount } from './rig.js';

const PATIENCE_MS = 180_000;

/** The webhook to which an account's provider posts received emails. */
export interface MailHook {
  path: string;
  secret: string;
}

/** Makes the address that the account's provider of mails posts to. */
export async function openMailHook(account: RigAccount): Promise<MailHook> {
  const { body } = await account.request('POST', '/hooks', { body: { provider: 'email' } });
  return { path: new URL(String(body.url)).pathname, secret: String(body.secret) };
}

/** Posts a mail of a lead until it is taken, to two processes at once, as providers may. */
async function write(
  rig: Rig,
  { path, secret }: MailHook,
  mail: { from: string; subject: string; text: string },
): Promise<void> {
  const ids = { event_id: newId(), message_id: `<${newId()}@example.com>` };
  const body = { ...ids, type: 'reply', ...mail };
  const headers = () => ({ 'X-Signature': signHook(secret, JSON.stringify(body), new Date()) });
  const postTo = (api: Program) =>
    until(
      `the mail ${mail.subject} was taken`,
      async () => {
        const { status } = await call(api.url, 'POST', path, { body, headers: headers() });
        return status === 200 ? true : undefined;
      },
      PATIENCE_MS,
    );
  await Promise.all(rig.apis.map(postTo));
}

/** Has a lead write one mail after the other, each once the one before was answered; the last says STOP. */
export async function correspond(rig: Rig, hook: MailHook, from: string): Promise<string[]> {
  const mails = [
    ...[1, 2, 3].map((n) => ({ subject: `Question ${n}`, text: `I have a question about ${n}` })),
    { subject: 'Enough', text: 'STOP' },
  ];
  for (const mail of mails) {
    await write(rig, hook, { from, ...mail });
    const answered = () => rig.sink.to(from).some(({ headers }) => headers.subject === `Re: ${mail.subject}`);
    await until(`${mail.subject} of ${from} was answered`, () => answered() || undefined, PATIENCE_MS);
    await pass(500);
  }
  return mails.map(({ subject }) => `Re: ${subject}`);
}
