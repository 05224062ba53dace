import { describe, expect, it } from '@jest/globals';
import { type DeliveryDependencies, deliver } from '../../activities/send.js';
import { openWork } from '../../db/work.js';
import { createEmailProviders } from '../../providers/email/index.js';
import { createVoiceProviders } from '../../providers/voice/index.js';
import { createWhatsAppProviders } from '../../providers/whatsapp/index.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { advanceRun } from '../../services/cadence/advance-run.js';
import { recordOutcome } from '../../services/cadence/record-outcome.js';
import { createBreakers } from '../../services/channels/breakers.js';
import { findSender } from '../../services/channels/senders.js';
import { sealAccessToken } from '../../services/channels/whatsapp-numbers.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import type { SendDependencies } from '../../services/messages/send.js';
import { addNumber, addSender, addWhatsAppTemplate, publishAgent } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { inTime } from '../support/in-time.js';
import { addLead, addRun } from '../support/messaging.js';
import { META_TOKEN, startMetaServer } from '../support/meta-server.js';
import { SmtpSink } from '../support/smtp-server.js';
import { addTwilioNumber, CONTENT_SID } from '../support/twilio-fixture.js';
import { startTwilioServer } from '../support/twilio-server.js';
import { json, startVoiceServer } from '../support/voice-server.js';
import { addressesOf } from '../support/whatsapp-fixture.js';

const api = useApi();
const MINUTE_MS = 60_000;
const LEADS = 6;
const box = createSecretBox([TEST_SECRET]);

/** A provider that is away, until it is back; whom it has reached since, one entry for each message it took. */
interface Provider {
  url: string;
  port: number;
  back(): void;
  reached(): string[];
  stop(): Promise<unknown>;
}

const CHANNELS: Record<'whatsapp' | 'twilio' | 'email' | 'call', () => Promise<Provider>> = {
  async whatsapp() {
    const meta = await startMetaServer();
    meta.state.send = () => ({ code: 131016, status: 503 });
    return {
      url: meta.url,
      port: 0,
      back: () => {
        meta.state.send = () => 'take';
      },
      reached: () => meta.taken.map(({ body }) => `+${body.to}`),
      stop: async () => {
        expect(meta.violations).toEqual([]);
        await meta.stop();
      },
    };
  },
  async twilio() {
    const twilio = await startTwilioServer();
    twilio.state.send = () => 20503;
    return {
      url: twilio.url,
      port: 0,
      back: () => {
        twilio.state.send = () => 'take';
      },
      reached: () => twilio.taken.map(({ form }) => form.To?.replace('whatsapp:', '') ?? ''),
      stop: async () => {
        expect(twilio.violations).toEqual([]);
        await twilio.stop();
      },
    };
  },
  async email() {
    const sink = await SmtpSink.start();
    let away = true;
    sink.rule(() => (away ? { kind: 'reply', stage: 'mail', code: 421, text: 'Not now' } : undefined));
    return {
      url: '',
      port: sink.port,
      back: () => {
        away = false;
      },
      reached: () => sink.mails.map(({ to }) => to),
      stop: () => sink.stop(),
    };
  },
  async call() {
    const called: string[] = [];
    const server = await startVoiceServer((_seen, response) => json(response, 503, { message: 'Away.' }));
    return {
      url: server.url,
      port: 0,
      back: () =>
        server.answer(({ body: { call_id, to } }, response) => {
          called.push(String(to));
          json(response, 201, { call_id: `p-${call_id}` });
        }),
      reached: () => called,
      stop: () => server.close(),
    };
  },
};

/** The sender of a channel at this provider, and the one step that uses it. */
async function senderOf(
  channel: keyof typeof CHANNELS,
  account: TestAccount,
  { url, port }: Provider,
): Promise<{ id: string; step: CadenceStepRequest }> {
  switch (channel) {
    case 'whatsapp': {
      const { id } = await addNumber(api.db, account.accountId, {
        provider: 'meta_cloud',
        provider_phone_number_id: '100',
      });
      const access_token = sealAccessToken(box, id, META_TOKEN);
      await api.db('whatsapp_numbers').where({ id }).update({ access_token });
      const template = await addWhatsAppTemplate(api.db, account.accountId);
      return { id, step: { type: 'message', channel, template_id: template.id, variables: { 1: '€5' } } };
    }
    case 'twilio': {
      const { id } = await addTwilioNumber(account);
      const template = await addWhatsAppTemplate(api.db, account.accountId, { provider_template_id: CONTENT_SID });
      return { id, step: { type: 'message', channel: 'whatsapp', template_id: template.id, variables: { 1: '€5' } } };
    }
    case 'email':
      return {
        id: await addSender(api.db, account.accountId, port),
        step: { type: 'message', subject: 'Hello', content: 'Hi' },
      };
    case 'call': {
      const body = { name: 'Eva', provider: 'generic', url: `${url}/calls`, max_concurrent: 100 };
      const made = await account.request('post', '/voice-agents').send(body).expect(201);
      return { id: made.body.voice_agent.id, step: { type: 'call', begin_message: 'Hello' } };
    }
  }
}

describe('a provider that is away for an hour', () => {
  it.each(['whatsapp', 'twilio', 'email', 'call'] as const)(
    'holds every %s step that is due, and then each goes out exactly once',
    async (channel) => {
      const provider = await CHANNELS[channel]();
      const account = await api.account();
      const { id: senderId, step } = await senderOf(channel, account, provider);
      const agentId = await publishAgent(api.db, account.accountId, [step]);
      let now = Date.now() + 1_000;
      const clock = { now: () => new Date(now) };
      const breakers = createBreakers({
        db: api.db,
        clock,
        logger: createLogger('silent', 'test'),
        metrics: createMetrics(),
      });
      const deps: SendDependencies = {
        links: createMailLinks([TEST_SECRET], 'http://las.test'),
        senderOf: (kind, accountId, id) => findSender(api.db, kind, accountId, id),
        heldBack: (tx, at, sender, run) => breakers.holdOf(tx, at, sender, run),
      };
      const carriers: DeliveryDependencies = {
        whatsapp: createWhatsAppProviders(api.db, addressesOf({ graphUrl: provider.url, twilioUrl: provider.url })),
        email: createEmailProviders(api.db, { privateHosts: ['127.0.0.1:*'] }),
        chat: {} as never,
        voice: createVoiceProviders(api.db, {
          retellUrl: provider.url,
          allowPrivate: true,
          startCall: async () => undefined,
        }),
        box,
      };
      const runs: string[] = [];
      for (let n = 0; n < LEADS; n += 1) {
        const lead = await addLead(api.db, account.accountId, {
          phone: `+3460011122${n}`,
          email: `lead-${n}-${agentId}@example.com`,
        });
        runs.push((await addRun(api.db, lead, agentId)).id);
      }
      const outcomes: string[] = [];
      /** Runs the activity of every run at this instant. */
      const round = async () => {
        for (const runId of runs) {
          const first = await api.db.transaction((tx) => advanceRun(openWork(tx, clock.now()), runId, deps));
          if (!('send' in first)) continue;
          const outcome = await deliver(carriers, first.send.prepared, inTime());
          outcomes.push(outcome.kind);
          breakers.note({ senderId, accountId: account.accountId, agentRunId: runId }, outcome);
          await breakers.idle();
          await api.db.transaction((tx) => recordOutcome(openWork(tx, clock.now()), first.send, outcome));
        }
      };
      const pass = async (minutes: number) => {
        for (const end = now + minutes * MINUTE_MS; now < end; now += 5 * MINUTE_MS) await round();
      };
      const messages = () => api.db('messages').where({ agent_id: agentId });

      try {
        await pass(60);
        expect(new Set(outcomes)).toEqual(new Set(['refused_retry']));
        const rows: { hold_reason: string | null; open_slot: number | null }[] = await api
          .db('agent_runs')
          .where({ agent_id: agentId });
        expect(rows.map(({ hold_reason, open_slot }) => [hold_reason, open_slot])).toEqual(
          runs.map(() => ['provider_backoff', 1]),
        );
        expect(await api.db('sender_breakers').where({ sender_id: senderId })).toHaveLength(1);
        // Held runs call no provider, except for one trial after each pause.
        expect(outcomes.length).toBeLessThan(4 * LEADS);
        expect(provider.reached()).toEqual([]);
        provider.back();
        await pass(90);
        const to = (await api.db('leads').where({ account_id: account.accountId })).map((lead) =>
          channel === 'email' ? lead.email : lead.phone,
        );
        expect(provider.reached().sort()).toEqual(to.sort());
        expect((await messages()).map(({ status }) => status)).toEqual(runs.map(() => 'sent'));
        expect(await api.db('sender_breakers').where({ sender_id: senderId })).toEqual([]);
        const told = await api.db('events').where({ account_id: account.accountId, type: 'message.sent' });
        expect(told).toHaveLength(LEADS);
      } finally {
        await Promise.all([carriers.whatsapp.close(), carriers.email.close(), carriers.voice.close()]);
        await provider.stop();
      }
    },
    60_000,
  );
});
