import { createProcess } from '../../activities/send.js';
import type { UserMailRow } from '../../db/tables.js';
import type { OutgoingEmail } from '../../providers/email/provider.js';
import type { SendOutcome } from '../../providers/outcome.js';
import type { WhatsAppProviders } from '../../providers/whatsapp/index.js';
import { type Clock, systemClock } from '../../runtime/clock.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { SystemMail } from '../../services/channels/system-sender.js';
import { sendNext } from '../../services/messages/send.js';
import { userMails } from '../../services/messages/user-mails.js';
import { TEST_SECRET, type TestAccount, type TestApi } from './api.js';

const TAKEN: SendOutcome = { kind: 'accepted', providerMessageId: '<taken@example.com>' };

/** Looks once at each mail of an account to its people that is not done with; answers what left. */
export async function sendUserMails(
  api: Pick<TestApi, 'db'>,
  { accountId }: Pick<TestAccount, 'accountId'>,
  {
    outcome = TAKEN,
    clock = systemClock,
    whatsapp = {} as never,
    system,
  }: { outcome?: SendOutcome; clock?: Clock; whatsapp?: WhatsAppProviders; system?: SystemMail } = {},
): Promise<OutgoingEmail[]> {
  const sent: OutgoingEmail[] = [];
  const box = createSecretBox([TEST_SECRET]);
  const provider = {
    close: async () => undefined,
    send: async (email: OutgoingEmail) => {
      sent.push(email);
      return outcome;
    },
  };
  const process = createProcess({
    db: api.db,
    clock,
    metrics: createMetrics(),
    box,
    dispatch: () => undefined,
    email: { for: () => provider, close: async () => undefined },
    whatsapp,
    voice: {} as never,
    chat: {} as never,
    breakers: { note: () => undefined },
  });
  const rows: UserMailRow[] = await api
    .db('user_mails')
    .where({ account_id: accountId })
    .whereIn('status', ['queued', 'sending'])
    .orderBy('id');
  const owner = userMails({ heldBack: async () => undefined, box, system, publicUrl: 'http://las.test' });
  for (const { id } of rows) await sendNext(owner, id, process);
  return sent;
}
