import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { graphEmail } from '../../providers/email/graph.js';
import type { OutgoingEmail } from '../../providers/email/provider.js';
import { openConnection } from '../../providers/json-api.js';
import type { TokenAnswer } from '../../providers/oauth/provider.js';
import { type GraphSend, startGraphServer } from '../support/graph-server.js';

const PERSON = { subject: 'ana', email: 'ana@example.com', scopes: ['Mail.Send', 'Mail.Send.Shared'] };
const good = new Set<string>();
const graph = await startGraphServer({
  personOf: (header) => (good.has(String(header).replace('Bearer ', '')) ? PERSON : undefined),
});
const api = openConnection();
afterAll(async () => {
  await api.close();
  await graph.stop();
});

const MAIL: OutgoingEmail = {
  messageId: 'm1',
  accountId: 'a',
  from: { address: 'ana@example.com', name: 'Ana' },
  to: { address: 'lead@example.net' },
  subject: 'Olá',
  text: 'Grüße',
};
const granted = (token: string): TokenAnswer => ({ kind: 'token', token, email: PERSON.email, scopes: PERSON.scopes });
/** Tokens in the order in which they are given out. */
let tokens: TokenAnswer[];
let rejected: (string | undefined)[];

const send = (sharedMailbox: string | null = null, mail = MAIL) =>
  graphEmail(
    {
      graphUrl: graph.url,
      api,
      tokens: {
        async tokenFor(_id, bad) {
          rejected.push(bad);
          return (tokens.length > 1 ? tokens.shift() : tokens[0]) as TokenAnswer;
        },
      },
    },
    { connectionId: 'c', sharedMailbox },
  ).send(mail, Date.now() + 5_000);

beforeEach(() => {
  good.clear();
  good.add('valid');
  tokens = [granted('valid')];
  rejected = [];
  graph.sent.length = 0;
  graph.state.send = () => 'take';
});

describe('mail by Microsoft Graph', () => {
  it('is sent as a whole message under its own Message-ID', async () => {
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '<m1@example.com>' });
    expect(graph.sent).toMatchObject([
      { mailbox: 'ana@example.com', messageId: '<m1@example.com>', to: 'lead@example.net' },
    ]);
    expect(graph.violations).toEqual([]);
  });

  it('leaves from a shared mailbox', async () => {
    const shared = { ...MAIL, from: { address: 'sales+eu@example.com' } };
    expect(await send('sales+eu@example.com', shared)).toMatchObject({ kind: 'accepted' });
    expect(graph.sent).toMatchObject([{ mailbox: 'sales+eu@example.com' }]);
  });

  it('is tried once more with a new token, as a rejected one sent nothing', async () => {
    tokens = [granted('old'), granted('valid')];
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(rejected).toEqual([undefined, 'old']);
    expect(graph.sent).toHaveLength(1);
  });

  it('waits under its own name for a connection that someone has to renew', async () => {
    tokens = [{ kind: 'reconnect_needed', message: 'There is no refresh token.' }];
    const held = { kind: 'refused_retry', code: 'reconnect_needed', hold: 'reconnect_needed' };
    expect(await send()).toMatchObject(held);
    tokens = [granted('old'), { kind: 'reconnect_needed', message: 'Revoked.' }];
    expect(await send()).toMatchObject(held);
    expect(graph.sent).toEqual([]);
  });

  const RETRY = { kind: 'refused_retry' };
  const REST = { ...RETRY, hold: 'sender_throttle', senderIsRefused: true };
  it.each<[GraphSend, object]>([
    [
      { status: 403, code: 'ErrorSendAsDenied' },
      { ...REST, code: 'send_as_denied', providerCode: 'ErrorSendAsDenied' },
    ],
    [
      { status: 404, code: 'MailboxNotEnabledForRESTAPI' },
      { ...REST, code: 'mailbox_not_enabled' },
    ],
    [
      { status: 403, code: 'ErrorAccessDenied' },
      { ...REST, code: 'sender_unauthorized' },
    ],
    [
      { status: 429, code: 'ErrorExceededMessageLimit' },
      { ...REST, code: 'daily_limit', retryAfterSeconds: 21_600 },
    ],
    [
      { status: 429, code: 'ApplicationThrottled', headers: { 'retry-after': '37' } },
      { ...RETRY, code: 'rate_limited', retryAfterSeconds: 37 },
    ],
    [{ status: 429 }, { ...RETRY, code: 'rate_limited' }],
    [
      { status: 503, headers: { 'retry-after': '5' } },
      { ...RETRY, code: 'provider_busy', retryAfterSeconds: 5 },
    ],
    [
      { status: 503, code: 'serviceNotAvailable' },
      { ...RETRY, code: 'provider_busy' },
    ],
    [
      { status: 400, code: 'ErrorInvalidRecipients' },
      { kind: 'refused_final', code: 'invalid_recipient' },
    ],
    [{ status: 413 }, { kind: 'refused_final', code: 'message_too_large' }],
    [
      { status: 400, code: 'ErrorOfTomorrow' },
      { ...RETRY, code: 'graph_400', mayBeTheMessage: true },
    ],
    [{ status: 503 }, { kind: 'unknown' }],
    [{ status: 500, code: 'ErrorInternalServerError' }, { kind: 'unknown' }],
    [{ status: 504 }, { kind: 'unknown' }],
    ['gateway-502', { kind: 'unknown' }],
    ['cut', { kind: 'unknown' }],
    ['take-then-cut', { kind: 'unknown' }],
  ])('that ends with %j has the outcome it proves', async (end, outcome) => {
    graph.state.send = () => end;
    expect(await send()).toMatchObject(outcome);
  });

  it('that never came to the server is tried again', async () => {
    const provider = graphEmail(
      {
        graphUrl: 'http://127.0.0.1:9/v1.0',
        api,
        tokens: { tokenFor: async () => granted('valid') },
      },
      { connectionId: 'c', sharedMailbox: null },
    );
    expect(await provider.send(MAIL, Date.now() + 2_000)).toMatchObject({ ...RETRY, code: 'graph_unreachable' });
  });
});
