import { afterEach, describe, expect, it } from '@jest/globals';
import { type DeliveryDependencies, deliver } from '../../activities/send.js';
import { openWork } from '../../db/work.js';
import { createWhatsAppProviders } from '../../providers/whatsapp/index.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { advanceRun } from '../../services/cadence/advance-run.js';
import { recordOutcome } from '../../services/cadence/record-outcome.js';
import { findSender } from '../../services/channels/senders.js';
import { sealAccessToken } from '../../services/channels/whatsapp-numbers.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import type { SendDependencies } from '../../services/messages/send.js';
import { addNumber, addSender, addWhatsAppTemplate, openWindow, publishAgent } from '../support/agents.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { inTime } from '../support/in-time.js';
import { portForLater } from '../support/later-port.js';
import { addLead, addRun } from '../support/messaging.js';
import { META_TOKEN, type MetaServer, startMetaServer } from '../support/meta-server.js';
import { addressesOf } from '../support/whatsapp-fixture.js';

const api = useApi();
const MINUTE_MS = 60_000;
const PORT = await portForLater();
const box = createSecretBox([TEST_SECRET]);
let meta: MetaServer | undefined;

afterEach(async () => {
  if (!meta) return;
  expect(meta.violations).toEqual([]);
  await meta.stop();
  meta = undefined;
});

const text = (content: string, more: object = {}): CadenceStepRequest =>
  ({ type: 'message', channel: 'whatsapp', content, ...more }) as CadenceStepRequest;

/** A run of a Meta number's cadence, and a clock that only moves when told. */
async function createFixture(stepsOf: (templateId: string) => CadenceStepRequest[], template: object = {}) {
  const account = await api.account();
  const number = await addNumber(api.db, account.accountId, {
    provider: 'meta_cloud',
    provider_phone_number_id: '100',
  });
  const access_token = sealAccessToken(box, number.id, META_TOKEN);
  await api.db('whatsapp_numbers').where({ id: number.id }).update({ access_token });
  const { id: templateId } = await addWhatsAppTemplate(api.db, account.accountId, template);
  const agentId = await publishAgent(api.db, account.accountId, stepsOf(templateId));
  const lead = await addLead(api.db, account.accountId, { phone: '+34600111222' });
  const run = await addRun(api.db, lead, agentId);
  const providers = createWhatsAppProviders(api.db, addressesOf({ graphUrl: `http://127.0.0.1:${PORT}/v23.0` }));
  const deps: SendDependencies = {
    links: createMailLinks([TEST_SECRET], 'http://las.test'),
    senderOf: (channel, accountId, id) => findSender(api.db, channel, accountId, id),
    heldBack: async () => undefined,
  };
  // The other channels have no part in it.
  const carriers = { whatsapp: providers, box } as unknown as DeliveryDependencies;
  let now = Date.now() + 1_000;
  /** Runs the activity of the run at this instant, and returns its outcome. */
  const act = async (): Promise<string> => {
    const first = await api.db.transaction((tx) => advanceRun(openWork(tx, new Date(now)), run.id, deps));
    if (!('send' in first)) return first.closed ? 'ended' : 'waiting';
    const outcome = await deliver(carriers, first.send.prepared, inTime());
    await api.db.transaction((tx) => recordOutcome(openWork(tx, new Date(now)), first.send, outcome));
    return outcome.kind;
  };
  return {
    account,
    lead,
    templateId,
    act,
    deps,
    runId: run.id,
    close: () => providers.close(),
    pass: (minutes: number) => {
      now += minutes * MINUTE_MS;
    },
    row: () => api.db('agent_runs').where({ id: run.id }).first(),
    messages: () => api.db('messages').where({ agent_run_id: run.id }).orderBy('id'),
  };
}

describe('a cadence on WhatsApp', () => {
  it('holds through an hour without Meta, and then sends each message exactly once', async () => {
    const s = await createFixture((template_id) => [
      { type: 'message', channel: 'whatsapp', template_id, variables: { 1: '€5' } },
      text('', { content: undefined, template_id, variables: { 1: '€6' } }),
    ]);
    const outcomes = new Set<string>();
    for (let minute = 0; minute < 60; minute += 1) {
      outcomes.add(await s.act());
      s.pass(1);
    }
    expect([...outcomes].sort()).toEqual(['refused_retry', 'waiting']);
    expect(await s.row()).toMatchObject({ hold_reason: 'provider_backoff', open_slot: 1 });
    meta = await startMetaServer(PORT);
    for (let minute = 0; minute < 90; minute += 1) {
      await s.act();
      s.pass(1);
    }
    const messages = await s.messages();
    expect(messages.map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(messages.map(({ id }) => meta?.timesTaken(id))).toEqual([1, 1]);
    expect(meta.taken).toHaveLength(2);
    expect((await s.row())!.run_status).toBe('completed');
    await s.close();
  });

  it('never repeats a message that Meta took and then fell silent about', async () => {
    meta = await startMetaServer(PORT);
    meta.state.send = () => 'take-then-cut';
    const s = await createFixture((template_id) => [
      { type: 'message', channel: 'whatsapp', template_id, variables: { 1: 'x' } },
    ]);
    expect(await s.act()).toBe('unknown');
    meta.state.send = () => 'take';
    for (let hour = 0; hour < 48; hour += 1) {
      s.pass(60);
      await s.act();
    }
    const [message] = await s.messages();
    expect(message).toMatchObject({ status: 'unknown' });
    expect(meta.timesTaken(message!.id)).toBe(1);
    expect((await s.row())!.hold_reason).toBe('outcome_unknown');
    await s.close();
  });

  it.each([130429, 131056])('waits for the rate limit of error %d and loses nothing', async (code) => {
    meta = await startMetaServer(PORT);
    meta.state.send = () => ({ code });
    const s = await createFixture((template_id) => [
      { type: 'message', channel: 'whatsapp', template_id, variables: { 1: 'x' } },
    ]);
    expect(await s.act()).toBe('refused_retry');
    expect(await s.row()).toMatchObject({ hold_reason: 'provider_backoff', open_slot: 1 });
    expect(await s.act()).toBe('waiting');
    meta.state.send = () => 'take';
    s.pass(2);
    expect(await s.act()).toBe('accepted');
    expect(meta.taken).toHaveLength(1);
    await s.close();
  });

  it('holds free text outside the 24-hour window, and sends it once the lead has written', async () => {
    meta = await startMetaServer(PORT);
    const s = await createFixture(() => [text('Hello {{lead.first_name}}')]);
    expect(await s.act()).toBe('waiting');
    expect(await s.row()).toMatchObject({ hold_reason: 'window_24h_closed' });
    await openWindow(api.db, s.lead);
    s.pass(1);
    expect(await s.act()).toBe('accepted');
    expect(meta.taken[0]?.body).toMatchObject({ text: { body: 'Hello Ada' } });
    await s.close();
  });

  it('sends the fallback template outside the window, also when only Meta knew that it was closed', async () => {
    meta = await startMetaServer(PORT);
    const steps = (fallback_template_id: string) => [text('Hi', { fallback_template_id, variables: { 1: '€5' } })];
    const closed = await createFixture(steps);
    expect(await closed.act()).toBe('accepted');
    expect(await closed.messages()).toMatchObject([{ type: 'template', content: expect.stringContaining('€5') }]);
    await closed.close();

    const open = await createFixture(steps);
    await openWindow(api.db, open.lead);
    meta.state.send = (body) => (body.type === 'text' ? { code: 131047 } : 'take');
    await open.act();
    expect(await open.row()).toMatchObject({ hold_reason: 'window_24h_closed', open_slot: 1 });
    open.pass(2);
    expect(await open.act()).toBe('accepted');
    expect(await open.messages()).toMatchObject([{ type: 'template', status: 'sent', template_id: open.templateId }]);
    await open.close();
  });

  it('holds a step whose template is not approved until it is', async () => {
    meta = await startMetaServer(PORT);
    const s = await createFixture(
      (template_id) => [{ type: 'message', channel: 'whatsapp', template_id, variables: { 1: 'x' } }],
      { status: 'PENDING' },
    );
    expect(await s.act()).toBe('waiting');
    expect(await s.row()).toMatchObject({ hold_reason: 'template_pending' });
    await api.db('templates').where({ id: s.templateId }).update({ status: 'APPROVED' });
    expect(await s.act()).toBe('accepted');
    await s.close();
  });

  it('passes over a step whose template was rejected, says why, and tries its fallback channel where it has one', async () => {
    meta = await startMetaServer(PORT);
    const ofTemplate = (template_id: string) =>
      ({ type: 'message', channel: 'whatsapp', template_id, variables: { 1: 'x' } }) as const;
    const s = await createFixture((id) => [ofTemplate(id)], { status: 'PENDING' });
    expect(await s.act()).toBe('waiting');
    await api
      .db('templates')
      .where({ id: s.templateId })
      .update({ status: 'REJECTED', rejected_reason: 'TAG_CONTENT_MISMATCH' });
    expect(await s.act()).toBe('ended');
    expect(await s.row()).toMatchObject({ run_status: 'completed', hold_reason: null });
    const told = await api.db('events').where({ lead_id: s.lead.id, type: 'cadence.step_skipped' }).select('data');
    expect(told.map(({ data }) => JSON.parse(data))).toMatchObject([
      { reason: 'TEMPLATE_NOT_APPROVED', detail: expect.stringContaining('TAG_CONTENT_MISMATCH') },
    ]);
    expect(meta.taken).toEqual([]);
    await s.close();

    const other = await createFixture(
      (fallback_template_id) => [text('Hi', { fallback_template_id, fallback_channel: 'email' })],
      { status: 'REJECTED' },
    );
    await addSender(api.db, other.account.accountId);
    await api.db('leads').where({ id: other.lead.id }).update({ email: 'ada@example.com' });
    const send = await api.db.transaction((tx) =>
      advanceRun(openWork(tx, new Date(Date.now() + 2_000)), other.runId, other.deps),
    );
    expect(send).toMatchObject({ send: { decision: { channel: 'email' } } });
    await other.close();
  });
});

describe('publishing and simulating WhatsApp', () => {
  it('needs a number, a template of the channel and values for its numbered places', async () => {
    const account = await api.account();
    const { id: template_id } = await addWhatsAppTemplate(api.db, account.accountId);
    const publish = async (step: object) => {
      const body = { name: newId(), cadence: { steps: [{ type: 'message', channel: 'whatsapp', ...step }] } };
      const made = await account.request('post', '/workflows').send(body);
      if (made.status !== 201) return made;
      return account.request('post', `/workflows/${made.body.workflow.id}/publish`).send({});
    };
    const unset = await publish({ template_id, variables: { 1: 'x' } });
    expect([unset.status, unset.body.code]).toEqual([422, 'CHANNEL_NOT_CONFIGURED']);
    await addNumber(api.db, account.accountId);
    const empty = await publish({ template_id });
    expect([empty.status, empty.body.field]).toEqual([400, '/cadence/steps/0/variables']);
    const published = await publish({ template_id, variables: { 1: '{{ metadata.price }}' } });
    expect(published.status).toBe(201);
    const lead = { first_name: 'Ada', phone: '+34600111222', metadata: { price: '€9' } };
    const simulated = await account
      .request('post', `/workflows/${published.body.workflow.id}/simulate`)
      .send({ lead })
      .expect(200);
    expect(simulated.body.timeline[0]).toMatchObject({
      channel: 'whatsapp',
      text: 'Hello Ada, your offer of €9 is ready.\n\nExample Ltd',
    });
  });
});
