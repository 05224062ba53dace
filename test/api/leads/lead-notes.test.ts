import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
});

const newLead = async (): Promise<string> =>
  (await account.request('post', '/leads').send({ first_name: 'Ana' }).expect(201)).body.lead.id;
const notesOf = async (leadId: string) =>
  (await account.request('get', `/leads/${leadId}/notes`).expect(200)).body.notes;

describe('notes about a lead', () => {
  it('are created by any user, listed, changed and deleted', async () => {
    const leadId = await newLead();
    const user = await addUser(api, account.accountId, 'operator');
    const first = await user.request('post', `/leads/${leadId}/notes`).send({ text: 'Prefers mornings' }).expect(201);
    await account.request('post', `/leads/${leadId}/notes`).send({ text: 'Has two dogs' }).expect(201);
    expect(await notesOf(leadId)).toMatchObject([
      { text: 'Has two dogs', created_by: `key:${account.keyId}` },
      { text: 'Prefers mornings', created_by: `user:${user.userId}`, lead_id: leadId },
    ]);
    const { id } = first.body.note;
    const changed = await account.request('patch', `/notes/${id}`).send({ text: 'Prefers evenings' }).expect(200);
    expect(changed.body.note).toMatchObject({ text: 'Prefers evenings', created_by: `user:${user.userId}` });
    await account.request('delete', `/notes/${id}`).expect(204);
    await account.request('delete', `/notes/${id}`).expect(404);
    expect(await notesOf(leadId)).toHaveLength(1);
  });

  it('stand in its history, and are gone when it is erased or deleted', async () => {
    const leadId = await newLead();
    const { body } = await account.request('post', `/leads/${leadId}/notes`).send({ text: 'Seen at the fair' });
    const history = await account.request('get', `/leads/${leadId}/history`).expect(200);
    expect(history.text).toContain('Seen at the fair');
    await account.request('post', `/leads/${leadId}/erase`).expect(200);
    expect(await api.db('lead_notes').where({ lead_id: leadId })).toEqual([]);
    await account.request('patch', `/notes/${body.note.id}`).send({ text: 'x' }).expect(404);
    await account.request('get', `/leads/${leadId}/notes`).expect(410);
  });

  it('say in its history what they say by now, and nothing once they are deleted', async () => {
    const leadId = await newLead();
    const history = async () => (await account.request('get', `/leads/${leadId}/history`).expect(200)).text;
    const { body } = await account.request('post', `/leads/${leadId}/notes`).send({ text: 'Wrong lead, sorry' });
    await account.request('patch', `/notes/${body.note.id}`).send({ text: 'Likes "flat" roofs' }).expect(200);
    expect(await history()).toContain('Likes \\"flat\\" roofs');
    expect(await history()).not.toContain('Wrong lead');
    await account.request('delete', `/notes/${body.note.id}`).expect(204);
    expect(await history()).toContain('A note about the lead was added.');
    const events = await account.request('get', `/events?lead_id=${leadId}`).expect(200);
    expect(`${await history()}${events.text}`).not.toMatch(/flat|Wrong/);
  });

  it('have something in them', async () => {
    const leadId = await newLead();
    for (const text of ['', ' \n', 'x'.repeat(10_001)])
      expect((await account.request('post', `/leads/${leadId}/notes`).send({ text })).status).toBe(400);
    await account.request('post', `/leads/${newId()}/notes`).send({ text: 'x' }).expect(404);
  });
});
