import { afterAll, describe, expect, it } from '@jest/globals';
import { ResponseType } from '@microsoft/microsoft-graph-client';
import { composeEmail } from '../../providers/email/compose.js';
import { graphClients } from '../support/graph-client.js';
import { startGraphServer } from '../support/graph-server.js';

const PERSON = {
  subject: 'ana',
  email: 'ana@example.com',
  scopes: ['Mail.Send', 'Mail.Read', 'Mail.Send.Shared', 'Mail.Read.Shared'],
};
const graph = await startGraphServer({ personOf: (header) => (header === 'Bearer token' ? PERSON : undefined) });
afterAll(() => graph.stop());

const { clientWith, asGraph } = graphClients(graph.url);
const client = clientWith('token');
const MAIL = 'From: lead@example.net\r\nSubject: Hi\r\nMessage-ID: <1@example.net>\r\n\r\nYes.\r\n';

describe("Microsoft's own client of Graph", () => {
  it('sends a MIME message by the stand-in, for oneself and from a shared mailbox', async () => {
    for (const [path, from] of [
      ['/me/sendMail', 'ana@example.com'],
      ['/users/sales@example.com/sendMail', 'sales@example.com'],
    ] as const) {
      const { raw } = await composeEmail({
        messageId: `to-${from}`,
        accountId: 'a',
        from: { address: from },
        to: { address: 'lead@example.net' },
        subject: 'Hello',
        text: 'Hi',
      });
      await client.api(path).header('Content-Type', 'text/plain').post(raw.toString('base64'));
    }
    expect(graph.sent.map(({ mailbox }) => mailbox)).toEqual(['ana@example.com', 'sales@example.com']);
    expect(graph.sent[0]?.messageId).toBe('<to-ana@example.com@example.com>');
  });

  it('follows the delta of the inbox to its end, and reads a message as MIME', async () => {
    for (let n = 0; n < 5; n += 1) graph.deliver('ana@example.com', `${MAIL}${n}`);
    const inbox = '/me/mailFolders/inbox/messages';
    const since = new Date(Date.now() - 60_000).toISOString();
    const seen: string[] = [];
    let page = await client.api(`${inbox}/delta`).filter(`receivedDateTime ge ${since}`).get();
    for (;;) {
      seen.push(...page.value.map(({ id }: { id: string }) => id));
      if (!page['@odata.nextLink']) break;
      page = await client.api(asGraph(page['@odata.nextLink'])).get();
    }
    expect(new Set(seen).size).toBe(5);
    const id = graph.deliver('ana@example.com', `${MAIL}new`);
    const next = await client.api(asGraph(page['@odata.deltaLink'])).get();
    expect(next.value.map((one: { id: string }) => one.id)).toEqual([id]);
    const raw = await client
      .api(`${inbox}/${encodeURIComponent(id)}/$value`)
      .responseType(ResponseType.TEXT)
      .get();
    expect(raw).toBe(`${MAIL}new`);
    graph.forgetTokens();
    const expired = await client
      .api(asGraph(next['@odata.deltaLink']))
      .get()
      .catch((error: unknown) => error);
    expect(expired).toMatchObject({ statusCode: 410, code: 'SyncStateNotFound' });
    expect(graph.violations).toEqual([]);
  });

  it('reports an invalid access token', async () => {
    const refused = await clientWith('other')
      .api('/me/mailFolders/inbox/messages/delta')
      .get()
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ statusCode: 401, code: 'InvalidAuthenticationToken' });
  });
});
