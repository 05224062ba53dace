import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import supertest from 'supertest';
import { deleteExpiredFailedSignIns } from '../../../db/accounts/failed-sign-ins.js';
import { revokeSessions } from '../../../db/accounts/sessions.js';
import { forgetTurnCounts } from '../../../db/widget/turn-counters.js';
import { TOKENIZER } from '../../../domain/knowledge/tokens.js';
import { firstIdAt, newId } from '../../../runtime/ids.js';
import { restartStuckDocuments } from '../../../services/knowledge/restart.js';
import { useApi } from '../../support/api.js';
import { concurrently } from '../../support/concurrent.js';
import { addDocument, workDocument } from '../../support/knowledge.js';
import { addLead } from '../../support/messaging.js';
import { addUser, OWN_HEADER, PASSWORD, type TestUser } from '../../support/users.js';
import { workOn } from '../../support/work.js';

const api = useApi();
const OTHER = 'another long password of the tests';
const NEW_HASH = 'set by the link that was mailed';

describe('a password that is reset while the old one is shown', () => {
  const reset = ({ userId }: TestUser) => ({
    write: async (tx: Knex) => {
      await tx('users').where({ id: userId }).update({ password_hash: NEW_HASH });
      await revokeSessions(tx, new Date(), userId);
    },
    sessions: () => api.db('sessions').where({ user_id: userId }).whereNull('revoked_at'),
    hash: async () => (await api.db('users').where({ id: userId }).first())!.password_hash,
  });

  it('rejects the old one', async () => {
    const user = await addUser(api, (await api.account()).accountId);
    const { write, sessions } = reset(user);
    const signIn = async () =>
      supertest(api.app).post('/api/internal/session').set(OWN_HEADER).send({ email: user.email, password: PASSWORD });
    const { body } = await concurrently(api.db, write, signIn);
    expect(body.code).toBe('INVALID_CREDENTIALS');
    expect(await sessions()).toEqual([]);
  });

  it('is not overwritten by a change of the old one', async () => {
    const user = await addUser(api, (await api.account()).accountId);
    const { write, sessions, hash } = reset(user);
    const change = async () => user.request('put', '/password').send({ current_password: PASSWORD, password: OTHER });
    const { body } = await concurrently(api.db, write, change);
    expect(body.code).toBe('WRONG_PASSWORD');
    expect(await hash()).toBe(NEW_HASH);
    expect(await sessions()).toEqual([]);
  });

  it('and a user who is disabled is not let in', async () => {
    const user = await addUser(api, (await api.account()).accountId);
    const signIn = async () =>
      supertest(api.app).post('/api/internal/session').set(OWN_HEADER).send({ email: user.email, password: PASSWORD });
    const disable = (tx: Knex) => tx('users').where({ id: user.userId }).update({ disabled_at: new Date() });
    expect((await concurrently(api.db, disable, signIn)).body.code).toBe('INVALID_CREDENTIALS');
  });
});

describe('counts that are over', () => {
  it('are deleted except those that are being counted, which block nothing', async () => {
    const [held, free] = [Buffer.alloc(32, newId()), Buffer.alloc(32, newId())];
    for (const subject of [held, free]) {
      await api.db('turn_counters').insert({ subject, ends: 1, n: 1 });
      await api.db('sign_in_guesses').insert({ subject, period: 1, n: 1 });
    }
    for (const [table, forget] of [
      ['turn_counters', () => forgetTurnCounts(api.db)],
      ['sign_in_guesses', () => deleteExpiredFailedSignIns(api.db, new Date())],
    ] as const) {
      const count = (tx: Knex) => tx(table).where({ subject: held }).update({ n: 2 });
      await concurrently(api.db, count, forget);
      expect([table, await api.db(table).whereIn('subject', [held, free]).pluck('n')]).toEqual([table, [2]]);
      await forget();
      expect([table, await api.db(table).whereIn('subject', [held, free]).pluck('n')]).toEqual([table, []]);
    }
  });
});

describe('a change of many leads', () => {
  it('enrolls no further lead after it was undone', async () => {
    const account = await api.account();
    const ids = [];
    for (let n = 0; n < 2; n += 1) ids.push((await addLead(api.db, account.accountId)).id);
    const change = { operation: 'add_tags', tags: ['hot'], filter: { q: 'Ada' } };
    const { lead_change } = (await account.request('post', '/lead-changes').send(change).expect(200)).body;
    await account.request('post', `/lead-changes/${lead_change.id}/undo`).expect(200);
    const cursor = Buffer.from(JSON.stringify([lead_change.id, firstIdAt(new Date(0))])).toString('base64url');
    const more = await account.request('post', '/lead-changes').send({ ...change, cursor });
    expect(more.body.code).toBe('NOT_MODIFIABLE');
    expect(await api.db('lead_tags').whereIn('lead_id', ids)).toEqual([]);
  });
});

describe('the default WhatsApp number', () => {
  const number = (n: number) => ({ provider: 'sandbox', phone_number: `+3460000010${n}` });
  const defaultsOf = (accountId: string) =>
    api.db('whatsapp_numbers').where({ account_id: accountId, is_default: true }).pluck('id');

  it('is one, though two are made the first at once', async () => {
    const account = await api.account();
    const made = [1, 2, 3, 4].map((n) => account.request('post', '/whatsapp-numbers').send(number(n)).expect(201));
    await Promise.all(made);
    expect(await defaultsOf(account.accountId)).toHaveLength(1);
  });

  it('is one, though two are made the default at once', async () => {
    const account = await api.account();
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4]) {
      const { body } = await account.request('post', '/whatsapp-numbers').send(number(n)).expect(201);
      ids.push(body.whatsapp_number.id);
    }
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        ids.map((id) => account.request('patch', `/whatsapp-numbers/${id}`).send({ is_default: true }).expect(200)),
      );
      expect(await defaultsOf(account.accountId)).toHaveLength(1);
    }
  });
});

describe('the shortcut of a canned reply', () => {
  it('is taken for the second of two at once', async () => {
    const { accountId } = await api.account();
    const user = await addUser(api, accountId);
    const reply = { shortcut: 'hi', title: 'Hello', content: 'Hello' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => user.request('post', '/canned-replies').send(reply)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const other = await user.request('post', '/canned-replies').send({ ...reply, shortcut: 'bye' });
    const path = `/canned-replies/${other.body.canned_reply.id}`;
    const changed = await concurrently(
      api.db,
      (tx) => tx('canned_replies').where({ account_id: accountId, shortcut: 'hi' }).update({ shortcut: 'hey' }),
      async () => user.request('patch', path).send({ shortcut: 'hey' }),
    );
    expect(changed.body.code).toBe('NAME_TAKEN');
  });
});

describe('new content for a document whose index is old', () => {
  it('is not indexed again for that the document was behind', async () => {
    const account = await api.account();
    const { id } = await addDocument(account);
    await workDocument(api, id);
    const long = new Date(Date.now() - 3_600_000);
    await api.db('knowledge_documents').where({ id }).update({ updated_at: long, tokenizer: 0 });
    const replaced = { version: 2, indexed_version: 2, tokenizer: TOKENIZER, updated_at: new Date() };
    await concurrently(
      api.db,
      (tx) => tx('knowledge_documents').where({ id }).update(replaced),
      () => restartStuckDocuments(workOn(api.db)),
    );
    const { status, version } = (await api.db('knowledge_documents').where({ id }).first())!;
    expect({ status, version }).toEqual({ status: 'ready', version: 2 });
  });
});
