import { isUnavailable } from '../db/connection.js';
import { inWork, type WorkDependencies } from '../db/work.js';
import { ACTS_WITHIN_MS, SENDS_WITHIN_MS } from '../domain/messages/claims.js';
import type { ChatProvider } from '../providers/chat/webhook.js';
import type { EmailProviders } from '../providers/email/index.js';
import type { SendOutcome } from '../providers/outcome.js';
import type { VoiceProviders } from '../providers/voice/index.js';
import type { WhatsAppProviders } from '../providers/whatsapp/index.js';
import type { Metrics } from '../runtime/metrics.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { traced } from '../runtime/tracing.js';
import { cadenceSteps } from '../services/cadence/advance-run.js';
import type { Breakers } from '../services/channels/breakers.js';
import { providerConfigOf } from '../services/channels/email-senders.js';
import { voiceConfigOf } from '../services/channels/voice-agents.js';
import { whatsAppConfigOf } from '../services/channels/whatsapp-numbers.js';
import { ownMessages } from '../services/messages/advance.js';
import { NO_SENDER, type PreparedMessage } from '../services/messages/compose.js';
import { digests } from '../services/messages/digests.js';
import { type Claim, type Process, type SendDependencies, sendNext } from '../services/messages/send.js';
import { type UserMailAccess, userMails } from '../services/messages/user-mails.js';
import type { AdvanceResult } from '../workflows/cadence.protocol.js';
import type { RowStep } from '../workflows/timer.protocol.js';
import type { OrHold } from './hold.js';

export interface ProcessDependencies extends DeliveryDependencies, WorkDependencies {
  metrics: Metrics;
  breakers: Pick<Breakers, 'note'>;
}

/** The time an outcome is kept in memory while the database is unavailable. The activity ends at 15 s. */
const RECORD_MS = 5_000;
const RECORD_PAUSE_MS = 200;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const TOO_OLD: SendOutcome = {
  kind: 'refused_retry',
  code: 'claim_too_old',
  message: 'The process stalled before the message was sent.',
};

/** Makes what every activity that sends is made of: transactions, and the provider's call between them. */
export function createProcess(deps: ProcessDependencies): Process {
  const commit: Process['commit'] = (work) => inWork(deps, work);
  const msUntil = (instant: Date) => instant.getTime() - deps.clock.now().getTime();

  return {
    commit,

    /** Hands a claimed message to its provider at its instant, unless the claim has grown old by then. */
    async deliver({ prepared, claimedAt, tryOf }: Claim) {
      // Woken just ahead of its instant: what was decided for it leaves then, never before.
      for (let early = msUntil(claimedAt); early > 0; early = msUntil(claimedAt)) await sleep(early);
      // Set before the age is read, so that a process that stalls here doesn't get another 8 s when it resumes.
      const endsAt = Date.now() + SENDS_WITHIN_MS;
      // Asked last of all: the process may have stood still while it waited, too.
      if (-msUntil(claimedAt) > ACTS_WITHIN_MS) return TOO_OLD;
      const outcome = await deliver(deps, prepared, endsAt);
      deps.metrics.sends.inc({ channel: prepared.channel, outcome: outcome.kind });
      if (prepared.sender !== NO_SENDER) {
        const { id: senderId, account_id: accountId } = prepared.sender;
        deps.breakers.note({ senderId, accountId, agentRunId: tryOf }, outcome);
      }
      return outcome;
    },

    /** A message that left must not end as `unknown` only because the database was restarted just then. */
    async record(work) {
      const endsAt = performance.now() + RECORD_MS;
      for (;;) {
        try {
          return await commit(work);
        } catch (error) {
          if (!isUnavailable(error) || performance.now() > endsAt) throw error;
          await sleep(RECORD_PAUSE_MS);
        }
      }
    },
  };
}

/** The providers of every channel, and what opens their credentials. */
export interface DeliveryDependencies {
  email: EmailProviders;
  whatsapp: WhatsAppProviders;
  voice: VoiceProviders;
  chat: ChatProvider;
  box: SecretBox;
}

/**
 * Hands a message to its sender's provider, until `endsAt` (Unix milliseconds). Settings that can't be read are the
 * sender's fault, not the message's.
 */
export async function deliver(
  deps: DeliveryDependencies,
  prepared: PreparedMessage,
  endsAt: number,
): Promise<SendOutcome> {
  let send: () => Promise<SendOutcome>;
  try {
    send = sending(deps, prepared, endsAt);
  } catch (error) {
    return { kind: 'refused_retry', code: 'SENDER_UNUSABLE', message: (error as Error).message };
  }
  const { id, provider } = prepared.sender;
  const facts = { 'las.channel': prepared.channel, 'las.provider': provider, 'las.sender_id': id };
  return traced(`provider ${prepared.channel}`, facts, send, (outcome) => ({
    'las.outcome': outcome.kind,
    ...('code' in outcome ? { 'las.code': outcome.code } : {}),
  }));
}

function sending(
  { email, whatsapp, voice, chat, box }: DeliveryDependencies,
  prepared: PreparedMessage,
  endsAt: number,
): () => Promise<SendOutcome> {
  switch (prepared.channel) {
    case 'email': {
      const provider = email.for(providerConfigOf(prepared.sender, box));
      return () => provider.send(prepared.email, endsAt);
    }
    case 'whatsapp': {
      const provider = whatsapp.for(whatsAppConfigOf(prepared.sender, box));
      return () => provider.send(prepared.message, endsAt);
    }
    case 'call': {
      const provider = voice.for(voiceConfigOf(prepared.sender, box));
      return () => provider.call(prepared.call, endsAt);
    }
    case 'chat':
      return () => chat.send(prepared.chat, endsAt);
  }
}

export type SendActivityDependencies = SendDependencies & ProcessDependencies & UserMailAccess & { orHold: OrHold };

/** Creates the activities that send: each does what is due for one owner's subject and says how long that waits. */
export const createSendActivities = (deps: SendActivityDependencies) => {
  const { orHold } = deps;
  const work = createProcess(deps);
  const steps = cadenceSteps(deps);
  const messages = ownMessages(deps);
  const mails = digests(deps);
  const toPeople = userMails(deps);

  return {
    /** Advances one enrolment. One that fails again and again is held. */
    async advanceCadence({ agentRunId }: { agentRunId: string }): Promise<AdvanceResult> {
      const step = await orHold('run', agentRunId, () => sendNext(steps, agentRunId, work));
      return 'held' in step ? { closed: false, plan: step.held } : step;
    },

    /** Advances one message that no cadence sends. One that fails again and again is held. */
    async advanceMessage({ messageId }: { messageId: string }): Promise<RowStep> {
      const step = await orHold('message', messageId, () => sendNext(messages, messageId, work));
      return 'held' in step ? { closed: false, plan: step.held } : step;
    },

    /** Advances one digest that is mailed to a user. */
    advanceDigest: ({ digestId }: { digestId: string }): Promise<RowStep> => sendNext(mails, digestId, work),

    /** Advances one email that a user of the account requested. */
    advanceUserMail: ({ userMailId }: { userMailId: string }): Promise<RowStep> => sendNext(toPeople, userMailId, work),
  };
};
