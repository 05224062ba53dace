import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { createWhatsAppProviders, type WhatsAppProviders } from '../../providers/whatsapp/index.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import type { DefinitionParts } from './agents.js';
import type { TestAccount, TestApi } from './api.js';
import { ACCOUNT_SID, AUTH_TOKEN, startTwilioServer, type TwilioServer, wroteAtTwilio } from './twilio-server.js';
import { addressesOf, createFixtureAtNumber } from './whatsapp-fixture.js';

export const TWILIO_PHONE = '+15550783881';
export const CONTENT_SID = `HX${'0'.repeat(32)}`;

/** A number at Twilio as it is made through the API. */
export const AT_TWILIO = {
  phone_number: TWILIO_PHONE,
  provider: 'twilio',
  account_sid: ACCOUNT_SID,
  auth_token: AUTH_TOKEN,
};

/** Starts the Twilio fake with an API that receives its callbacks over HTTP, and the providers that send to it. */
export function useTwilio(api: TestApi) {
  const fixture = {} as { twilio: TwilioServer; providers: WhatsAppProviders };
  const closers: (() => unknown)[] = [];
  beforeAll(async () => {
    const twilio = await startTwilioServer();
    const server = api.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    twilio.route.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const providers = createWhatsAppProviders(api.db, addressesOf({ twilioUrl: twilio.url }));
    Object.assign(fixture, { twilio, providers });
    closers.push(
      () => providers.close(),
      () => twilio.stop(),
      () => new Promise((resolve) => server.close(resolve)),
    );
  });
  afterEach(() => {
    fixture.twilio.state.send = () => 'take';
    expect(fixture.twilio.violations.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  return fixture;
}

/** A number at Twilio, made through the API, with the address that it is called at. */
export async function addTwilioNumber(account: TestAccount, more: object = {}) {
  const { body } = await account
    .request('post', '/whatsapp-numbers')
    .send({ ...AT_TWILIO, ...more })
    .expect(201);
  return body.whatsapp_number as { id: string; webhook_url: string };
}

/** A lead in a WhatsApp cadence of a number at Twilio, with an open window. */
export async function createTwilioFixture(
  api: TestApi,
  { twilio, providers }: ReturnType<typeof useTwilio>,
  stepsOf: (templateId: string) => CadenceStepRequest[],
  parts: DefinitionParts = {},
) {
  const account = await api.account({ country: 'ES' });
  const { id, webhook_url } = await addTwilioNumber(account);
  const number = await api.db('whatsapp_numbers').where({ id }).first();
  const fixture = await createFixtureAtNumber(api, providers, account, number!, stepsOf, parts, {
    waba_id: ACCOUNT_SID,
    provider_template_id: CONTENT_SID,
    components: JSON.stringify([{ type: 'BODY', text: 'Hello {{1}}, your offer of {{2}} is ready.' }]),
  });
  return {
    ...fixture,
    webhookUrl: webhook_url,
    /** Returns the requests for a message that Twilio accepted, the latest last. */
    taken: (messageId: string) => twilio.taken.filter(({ ourId }) => ourId === messageId),
    /** The lead writes. */
    says: (words: Record<string, string>) => twilio.post(webhook_url, wroteAtTwilio('+34600111222', words)),
  };
}
