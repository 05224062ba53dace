import { expect } from '@jest/globals';
import type { MessageRow } from '../../db/tables.js';
import type { TestApi } from './api.js';
import { addAgent, addHook, addLead, addMessage, addRun, eventKinds, workInbound } from './messaging.js';
import { metaBody, postMeta, wamid } from './meta-webhooks.js';

export const APP_SECRET = 'a secret of an app at Meta'.replaceAll(' ', '-');

let last = 34_600_000_000 + (Date.now() % 10_000_000);
/** A number that no other lead has, as Meta writes it. */
export const nextWaId = (): string => {
  last += 1;
  return String(last);
};

/** Makes a lead with a WhatsApp message that Meta has taken, and what tells of it at the hook. */
export const inboundWhatsApp =
  (api: TestApi) =>
  async (definition: Record<string, unknown> = {}, columns: Partial<MessageRow> = {}) => {
    const account = await api.account({ country: 'ES' });
    const hook = await addHook(account, 'meta_cloud', APP_SECRET);
    const waId = nextWaId();
    const lead = await addLead(api.db, account.accountId, { phone: `+${waId}` });
    const run = await addRun(api.db, lead, await addAgent(api, account, definition));
    const id = wamid();
    const message = await addMessage(api.db, lead, run, {
      channel: 'whatsapp',
      status: 'sent',
      sent_at: new Date(),
      provider: 'meta_cloud',
      provider_message_id: Buffer.from(id),
      ...columns,
    });
    const { accountId } = account;
    return {
      account,
      accountId,
      hook,
      waId,
      lead,
      run,
      message,
      wamid: id,
      receive: async (value: Record<string, unknown>, field?: string, time?: number) => {
        const answer = await postMeta(api, hook, metaBody(value, field, time));
        expect(answer.status).toBe(200);
        return answer;
      },
      work: (order?: Parameters<typeof workInbound>[2]) => workInbound(api.db, accountId, order),
      read: {
        message: async (messageId = message.id): Promise<MessageRow> =>
          (await api.db('messages').where({ id: messageId }).first())!,
        received: () => api.db('messages').where({ account_id: accountId, direction: 'inbound' }).orderBy('id'),
        engagement: () => api.db('lead_engagement').where({ lead_id: lead.id }).first(),
        run: () => api.db('agent_runs').where({ id: run.id }).first(),
        lead: () => api.db('leads').where({ id: lead.id }).first(),
        events: () => eventKinds(api.db, lead.id),
      },
    };
  };
