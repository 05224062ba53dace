import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import { type DeliveryDependencies, deliver } from '../../activities/send.js';
import type { MessageRow, TemplateRow, WhatsAppNumberRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import {
  createWhatsAppProviders,
  type ProviderAddresses,
  type WhatsAppProviders,
} from '../../providers/whatsapp/index.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { advanceRun } from '../../services/cadence/advance-run.js';
import { recordOutcome } from '../../services/cadence/record-outcome.js';
import { findSender } from '../../services/channels/senders.js';
import { createTwilioHooks } from '../../services/channels/twilio-hooks.js';
import { sealAccessToken } from '../../services/channels/whatsapp-numbers.js';
import { processInboundEvent } from '../../services/inbound/process-event.js';
import { advanceMessage, recordMessageOutcome } from '../../services/messages/advance.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import type { SendDependencies } from '../../services/messages/send.js';
import { addNumber, addWhatsAppTemplate, type DefinitionParts, openWindow, publishAgent } from './agents.js';
import { TEST_SECRET, type TestAccount, type TestApi } from './api.js';
import { inTime } from './in-time.js';
import { addHook, addLead, addRun } from './messaging.js';
import { META_TOKEN, type MetaServer, startMetaServer } from './meta-server.js';
import { PHONE_NUMBER_ID } from './meta-webhooks.js';
import { workOn } from './work.js';

const NOWHERE = 'http://127.0.0.1:9';

/** Returns the addresses of providers. Those without a stand-in in a test lead nowhere. */
export const addressesOf = (found: Partial<ProviderAddresses>): ProviderAddresses => ({
  graphUrl: NOWHERE,
  appId: 'app',
  twilioUrl: NOWHERE,
  twilioHookOf: createTwilioHooks([TEST_SECRET], 'http://las.test').urlOf,
  ...found,
});

const MINUTE_MS = 60_000;
const APP_SECRET = 'the-secret-of-the-app-at-meta';

/** Starts the Meta fake with an API that receives its webhooks over HTTP, and the providers that send to it. */
export function useMeta(api: TestApi) {
  const fixture = {} as { meta: MetaServer; providers: WhatsAppProviders; origin: string };
  const closers: (() => unknown)[] = [];
  beforeAll(async () => {
    const meta = await startMetaServer();
    const server = api.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const providers = createWhatsAppProviders(api.db, addressesOf({ graphUrl: meta.url }));
    Object.assign(fixture, { meta, providers, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    closers.push(
      () => providers.close(),
      () => meta.stop(),
      () => new Promise((resolve) => server.close(resolve)),
    );
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  return fixture;
}

const box = createSecretBox([TEST_SECRET]);

/**
 * A lead in a WhatsApp cadence of a number at Meta, with an open window, and a clock that only moves when told. What
 * the worker's activities do is done step by step.
 */
export async function createWhatsAppFixture(
  api: TestApi,
  { meta, providers, origin }: ReturnType<typeof useMeta>,
  stepsOf: (templateId: string) => CadenceStepRequest[],
  parts: DefinitionParts = {},
) {
  const account = await api.account({ country: 'ES' });
  const { accountId } = account;
  const hook = await addHook(account, 'meta_cloud', APP_SECRET);
  meta.subscribe({ url: `${origin}${hook.path}`, secret: APP_SECRET });
  const number = await addNumber(api.db, accountId, {
    provider: 'meta_cloud',
    provider_phone_number_id: PHONE_NUMBER_ID,
    phone_number: '+15550783881',
  });
  const access_token = sealAccessToken(box, number.id, META_TOKEN);
  await api.db('whatsapp_numbers').where({ id: number.id }).update({ access_token });
  const fixture = await createFixtureAtNumber(api, providers, account, number, stepsOf, parts);
  /** Returns the requests for a message that Meta accepted, the latest last. */
  return { ...fixture, hook, taken: (id: string) => meta.taken.filter(({ ourId }) => ourId === id) };
}

/** The scene at a number of any provider, once the number is there. */
export async function createFixtureAtNumber(
  api: TestApi,
  providers: WhatsAppProviders,
  account: TestAccount,
  number: WhatsAppNumberRow,
  stepsOf: (templateId: string) => CadenceStepRequest[],
  parts: DefinitionParts = {},
  template: Partial<TemplateRow> = {},
) {
  const { accountId } = account;
  const { id: templateId } = await addWhatsAppTemplate(api.db, accountId, template);
  const agentId = await publishAgent(api.db, accountId, stepsOf(templateId), parts);
  const lead = await addLead(api.db, accountId, { phone: '+34600111222' });
  await openWindow(api.db, lead);
  const run = await addRun(api.db, lead, agentId);
  const deps: SendDependencies = {
    links: createMailLinks([TEST_SECRET], 'http://las.test'),
    senderOf: (channel, account_id, id) => findSender(api.db, channel, account_id, id),
    heldBack: async () => undefined,
  };
  // The other channels have no part in it.
  const carriers = { whatsapp: providers, box } as unknown as DeliveryDependencies;
  let now = Date.now() + 1_000;
  const at = () => new Date(now);

  /** Runs the activity of the run at this instant; `before` happens between the provider's answer and its record. */
  const act = async (before: () => Promise<unknown> = async () => undefined): Promise<string> => {
    const first = await api.db.transaction((tx) => advanceRun(openWork(tx, at()), run.id, deps));
    if (!('send' in first)) return first.closed ? 'ended' : 'waiting';
    const outcome = await deliver(carriers, first.send.prepared, inTime());
    await before();
    await api.db.transaction((tx) => recordOutcome(openWork(tx, at()), first.send, outcome));
    return outcome.kind;
  };
  /** The same for a message's own workflow. */
  const actOn = async (messageId: string, before: () => Promise<unknown> = async () => undefined): Promise<string> => {
    const first = await api.db.transaction((tx) => advanceMessage(openWork(tx, at()), messageId, deps));
    if (!('send' in first)) return first.closed ? first.status : 'waiting';
    const outcome = await deliver(carriers, first.send.prepared, inTime());
    await before();
    await api.db.transaction((tx) => recordMessageOutcome(openWork(tx, at()), first.send, outcome));
    return outcome.kind;
  };
  /** Works what came in, in the order of its coming or another. */
  const work = async (order: <T>(rows: T[]) => T[] = (rows) => rows): Promise<string[]> => {
    const rows: { id: string }[] = await api
      .db('inbound_events')
      .where({ account_id: accountId })
      .whereNull('processed_at')
      .orderBy('id')
      .select('id');
    const outcomes: string[] = [];
    for (const { id } of order(rows)) outcomes.push(await processInboundEvent(workOn(api.db, at), id));
    return outcomes;
  };
  return {
    account,
    accountId,
    lead,
    run,
    agentId,
    templateId,
    number,
    act,
    actOn,
    work,
    pass: (minutes: number) => {
      now += minutes * MINUTE_MS;
    },
    now: at,
    runRow: () => api.db('agent_runs').where({ id: run.id }).first(),
    message: async (id: string): Promise<MessageRow> => (await api.db('messages').where({ id }).first())!,
    messages: (): Promise<MessageRow[]> =>
      api.db('messages').where({ lead_id: lead.id, direction: 'outbound' }).orderBy('id'),
    events: async (): Promise<string[]> =>
      (await api.db('events').where({ lead_id: lead.id }).orderBy('seq').select('type')).map(({ type }) => type),
    engagement: () => api.db('lead_engagement').where({ lead_id: lead.id }).first(),
  };
}

export type WhatsAppFixture = Awaited<ReturnType<typeof createWhatsAppFixture>>;
