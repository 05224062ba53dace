import { inTransaction } from '../../db/connection.js';
import { openWork } from '../../db/work.js';
import type { SendOutcome } from '../../providers/outcome.js';
import { advanceRun, cadenceSteps } from '../../services/cadence/advance-run.js';
import type { PreparedSend } from '../../services/cadence/claim-step-message.js';
import { recordOutcome } from '../../services/cadence/record-outcome.js';
import { findSender } from '../../services/channels/senders.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import type { SendDependencies } from '../../services/messages/send.js';
import { TEST_SECRET, type TestApi } from './api.js';
import { type WordedAdvance, worded } from './claims.js';

const ACCEPTED: SendOutcome = { kind: 'accepted', providerMessageId: '<x@example.com>' };

/** Runs cadences like a worker, step by step and at the instants that a test names. No provider is called. */
export function mailCadence(api: TestApi, more: Partial<SendDependencies> = {}) {
  const deps: SendDependencies = {
    links: createMailLinks([TEST_SECRET], 'http://las.test'),
    senderOf: (channel, accountId, id) => findSender(api.db, channel, accountId, id),
    heldBack: async () => undefined,
    ...more,
  };
  const advance = async (runId: string, at = new Date()): Promise<WordedAdvance> =>
    worded(await inTransaction(api.db, (tx) => advanceRun(openWork(tx, at), runId, deps)));
  const record = (send: PreparedSend, at = new Date(), outcome = ACCEPTED) =>
    inTransaction(api.db, (tx) => recordOutcome(openWork(tx, at), send, outcome));
  return {
    steps: cadenceSteps(deps),
    advance,
    record,
    /** Looks at a run once; what it claims is taken by the provider at the same instant. */
    async act(runId: string, at = new Date()): Promise<WordedAdvance['kind']> {
      const advanced = await advance(runId, at);
      if ('send' in advanced) await record(advanced.send, at);
      return advanced.kind;
    },
  };
}
