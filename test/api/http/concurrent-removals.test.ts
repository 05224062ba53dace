import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { lockAccount } from '../../../db/accounts/accounts.js';
import { deleteAgent, lockAgent } from '../../../db/agents/agents.js';
import { type ConversationWithAgent, findThreadConversation } from '../../../db/conversations/with-agent.js';
import { lockAllHosts } from '../../../db/meetings/hosts.js';
import { deleteMeetingType } from '../../../db/meetings/meeting-types.js';
import type { AgentRow } from '../../../db/tables.js';
import { openWork } from '../../../db/work.js';
import { newId } from '../../../runtime/ids.js';
import { createSecretBox } from '../../../runtime/secret-box.js';
import { enrollLeads } from '../../../services/agent-runs/enroll.js';
import { publishAgent } from '../../../services/agents/agents.js';
import { captureForm } from '../../../services/conversations/capture-form.js';
import { indexDocument } from '../../../services/knowledge/index-document.js';
import { bookWithin } from '../../../services/meetings/book.js';
import { createWidget } from '../../../services/widget/widgets.js';
import { TEST_SECRET, type TestAccount, useApi } from '../../support/api.js';
import { concurrently } from '../../support/concurrent.js';
import { addChat } from '../../support/conversations.js';
import { addDocument, CONTENT, DOCUMENT, indexDependencies, indexed } from '../../support/knowledge.js';
import { at, createMeetingFixture } from '../../support/meetings.js';
import { addAgent, addLead } from '../../support/messaging.js';
import { addUser } from '../../support/users.js';

const api = useApi({ KNOWLEDGE_DOCUMENTS: '2' });
const box = createSecretBox([TEST_SECRET]);
const work = (tx: Knex) => openWork(tx, new Date());

describe('a visitor who becomes a lead while a user assigns the chat', () => {
  it('is assigned as a lead', async () => {
    const account = await api.account();
    const user = await addUser(api, account.accountId, 'operator');
    const id = await addChat(api, account);
    const { thread } = (await api.db('conversations').where({ id }).first())!;
    const become = async (tx: Knex) => {
      const conversation = (await findThreadConversation(tx, account.accountId, thread)) as ConversationWithAgent;
      const form = { submissionId: newId(), fields: { email: 'kim@example.com' } };
      expect(await captureForm(work(tx), conversation, form)).toMatchObject({ outcome: 'kept' });
    };
    const { body } = await concurrently(api.db, become, async () =>
      user.request('patch', `/inbox/${id}`).send({ assignee_id: user.userId }),
    );
    const { lead_id } = (await api.db('conversations').where({ id }).first())!;
    expect(body.entry).toMatchObject({ id: lead_id, assignee: { id: user.userId } });
    const states = await api.db('inbox_states').where({ account_id: account.accountId });
    expect(states.map((state) => [state.id, state.assignee_id])).toEqual([[lead_id, user.userId]]);
  });
});

describe('the documents of an account', () => {
  it('are no more than it may have, though two are added to different collections at once', async () => {
    const account = await api.account();
    await addDocument(account);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((collection) =>
        account.request('post', '/knowledge/documents').send({ ...DOCUMENT, collection }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409]);
  });

  it('come to no more parts than it may have, though two become ready at once', async () => {
    const account = await api.account();
    const [first, second] = [await addDocument(account), await addDocument(account)];
    const ready = { status: 'ready', indexed_version: 1, active_version: 1, chunk_count: 1 } as const;
    const become = async (tx: Knex) => {
      await lockAccount(tx, account.accountId);
      await tx('knowledge_documents').where({ id: first.id }).update(ready);
    };
    const index = () => indexDocument({ ...indexDependencies(api), maxKnowledgeChunks: 1 }, second.id);
    expect(await concurrently(api.db, become, index)).toBe('failed');
    const { failure, chunk_count } = (await api.db('knowledge_documents').where({ id: second.id }).first())!;
    expect([failure, chunk_count]).toEqual([expect.stringContaining('and 1 are in use'), 0]);
  });

  it('are given up for what broke, and not for content that came while it did', async () => {
    const account = await api.account();
    const { id } = await addDocument(account, { ...DOCUMENT, kind: 'html' });
    const deps = indexDependencies(api);
    const breaks = async () => {
      await account.request('put', `/knowledge/documents/${id}`).send(CONTENT).expect(202);
      throw new Error('It breaks.');
    };
    expect(await indexDocument({ ...deps, readDocument: breaks }, id, { isLastTry: true })).toBe('superseded');
    expect(await indexed(api, account, id)).toMatchObject({ status: 'ready', version: 2 });
    const again = await addDocument(account, { ...DOCUMENT, kind: 'html' });
    const broken = async () => Promise.reject(new Error('It breaks.'));
    await expect(indexDocument({ ...deps, readDocument: broken }, again.id)).rejects.toThrow('It breaks.');
    expect(await indexDocument({ ...deps, readDocument: broken }, again.id, { isLastTry: true })).toBe('failed');
  });
});

describe('a deletion during a new reference', () => {
  const publishedWith = async (account: TestAccount, more: object): Promise<string> => {
    const agent = {
      name: 'Sales',
      cadence: { steps: [{ type: 'wait', delay: { type: 'after', amount: 2, unit: 'days' } }] },
    };
    const made = await account.request('post', '/workflows').send({ ...agent, ...more });
    expect(made.body).toMatchObject({ success: true });
    return made.body.workflow.id;
  };

  it('is the agent of a widget: it stays', async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account, { ai: { enabled: true } });
    const make = (tx: Knex) => createWidget(work(tx), box, account.accountId, { name: 'Shop', workflow_id: agentId });
    const { body } = await concurrently(api.db, make, async () => account.request('delete', `/workflows/${agentId}`));
    expect(body.code).toBe('IN_USE');
  });

  const enrolling = async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account);
    const lead = await addLead(api.db, account.accountId);
    return { account, agentId, lead };
  };

  it('is the agent that a lead is enrolled in: it stays', async () => {
    const { account, agentId, lead } = await enrolling();
    const enroll = async (tx: Knex) => {
      const origin = { kind: 'system' as const, id: null };
      const whose = { accountId: account.accountId, accountTimezone: 'UTC', agentId, origin };
      expect(await enrollLeads(work(tx), { ...whose, leads: [{ lead }] })).toMatchObject([{ outcome: 'enrolled' }]);
    };
    const { body } = await concurrently(api.db, enroll, async () => account.request('delete', `/workflows/${agentId}`));
    expect(body).toMatchObject({ code: 'IN_USE', message: 'The workflow is still used by open runs.' });
  });

  it('of the agent that a lead is about to be enrolled in: it is deleted, and no lead is enrolled', async () => {
    const { account, agentId, lead } = await enrolling();
    const remove = async (tx: Knex) =>
      deleteAgent(tx, new Date(), (await lockAgent(tx, account.accountId, agentId)) as AgentRow);
    const { body } = await concurrently(api.db, remove, async () =>
      account.request('post', `/leads/${lead.id}/assign-workflow`).send({ workflow_id: agentId }),
    );
    expect(body.code).toBe('WORKFLOW_NOT_FOUND');
    expect(await api.db('agent_runs').where({ agent_id: agentId })).toEqual([]);
  });

  it('is the type of a meeting that is booked: it stays, with its reminders', async () => {
    const account = await api.account();
    const { hostId, typeId, lead } = await createMeetingFixture(api, account);
    const book = async (tx: Knex) => {
      const booked = await bookWithin(work(tx), {
        accountId: account.accountId,
        leadId: lead.id,
        hostId,
        agentId: null,
        meetingTypeId: typeId,
        startsAt: at('10:00'),
        timezone: null,
        title: null,
        description: null,
        answers: {},
        inviteLead: null,
        allowOutside: true,
        holdId: null,
        idempotencyKey: null,
        createdBy: 'test',
        source: 'api',
        creationSource: 'api_book',
        origin: { kind: 'system', id: null },
      });
      expect(booked).toMatchObject({ outcome: 'booked' });
    };
    const { body } = await concurrently(api.db, book, async () =>
      account.request('delete', `/meeting-types/${typeId}`),
    );
    expect(body.code).toBe('IN_USE');
  });

  it('is the type of a meeting that is about to be booked: it is gone, and nothing is booked', async () => {
    const account = await api.account();
    const { typeId, book } = await createMeetingFixture(api, account);
    const remove = async (tx: Knex) => {
      await lockAllHosts(tx, account.accountId);
      await deleteMeetingType(tx, typeId);
    };
    const { body } = await concurrently(api.db, remove, async () => book({ allow_outside_availability: true }));
    expect(body).toMatchObject({ code: 'MEETING_TYPE_NOT_FOUND', field: '/meeting_type_id' });
    expect(await api.db('meetings').where({ account_id: account.accountId })).toEqual([]);
  });

  it('is the model of an agent: it stays', async () => {
    const account = await api.account();
    const model = { key: 'small', base_url: 'https://models.example.com/v1', model: 'small-1' };
    const { id } = (await account.request('post', '/models').send(model).expect(201)).body.model;
    const agentId = await publishedWith(account, { ai: { enabled: true, model: 'small' } });
    const publish = async (tx: Knex) =>
      expect(await publishAgent(work(tx), account.accountId, agentId)).toMatchObject({ outcome: 'done' });
    const { body } = await concurrently(api.db, publish, async () => account.request('delete', `/models/${id}`));
    expect(body.code).toBe('IN_USE');
  });
});
