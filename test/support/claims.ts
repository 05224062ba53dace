import type { EmailSenderRow, MessageRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import type { SendOutcome } from '../../providers/outcome.js';
import { type Advance, advanceRun } from '../../services/cadence/advance-run.js';
import type { PreparedSend } from '../../services/cadence/claim-step-message.js';
import { recordOutcome } from '../../services/cadence/record-outcome.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import type { SendDependencies } from '../../services/messages/send.js';
import { addSender } from './agents.js';
import { TEST_SECRET, type TestApi } from './api.js';
import { addAgent, addLead, addRun } from './messaging.js';

export const ACCEPTED: SendOutcome = { kind: 'accepted', providerMessageId: '<x@example.com>' };

/** A claim without a result is a lost one by then. */
export const LOST_AFTER_MS = 15_000;

export type WordedAdvance = Advance & { kind: 'send' | 'waiting' | 'ended' };

/** Returns the outcome of an advance, with a word for it. */
export const worded = (advance: Advance): WordedAdvance => ({
  ...advance,
  kind: 'send' in advance ? 'send' : advance.closed ? 'ended' : 'waiting',
});

/** Does what is due in a run, as its workflow would, up to the message that is to be handed to its provider. */
export const advanceWith = (
  api: TestApi,
  sender: EmailSenderRow | undefined,
  runId: string,
  now = new Date(),
): Promise<WordedAdvance> => {
  const deps: SendDependencies = {
    links: createMailLinks([TEST_SECRET], 'http://las.test'),
    senderOf: async () => sender && { channel: 'email', row: sender },
    heldBack: async () => undefined,
  };
  return api.db.transaction((tx) => advanceRun(openWork(tx, now), runId, deps)).then(worded);
};

/** Returns the message that an advance claimed; fails if there is none. */
export function claimOf(advance: Advance): PreparedSend {
  if (!('send' in advance)) throw new Error(`not claimed: ${JSON.stringify(advance)}`);
  return advance.send;
}

/** A run whose first message was claimed and is at its provider at this moment. */
export async function claimedRun(api: TestApi, agent: Record<string, unknown> = {}) {
  const account = await api.account();
  const senderId = await addSender(api.db, account.accountId, 2525);
  const sender = await api.db('email_senders').where({ id: senderId }).first();
  const agentId = await addAgent(api, account, agent);
  const lead = await addLead(api.db, account.accountId);
  const { id: runId } = await addRun(api.db, lead, agentId);
  const advance = (now?: Date) => advanceWith(api, sender, runId, now);
  const send = claimOf(await advance());
  return {
    account,
    agentId,
    lead,
    runId,
    messageId: send.messageId,
    advance,
    record: (outcome: SendOutcome) =>
      api.db.transaction((tx) => recordOutcome(openWork(tx, new Date()), send, outcome)),
    message: async (): Promise<MessageRow> => (await api.db('messages').where({ id: send.messageId }).first())!,
    /** As if it had been claimed so long ago that nothing leaves any more. */
    lose: () =>
      api
        .db('messages')
        .where({ id: send.messageId })
        .update({ claimed_at: new Date(Date.now() - LOST_AFTER_MS) }),
    run: () => api.db('agent_runs').where({ id: runId }).first(),
    cadence: async () => JSON.parse((await api.db('agent_runs').where({ id: runId }).first())!.cadence),
  };
}
