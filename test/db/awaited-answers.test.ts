import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../db/connection.js';
import { createAnswerWatch } from '../../services/conversations/await-answer.js';
import { useApi } from '../support/api.js';
import { stageClock } from '../support/conversations.js';
import { statementsOf } from '../support/statements.js';
import { chattersOf, THANKS, useThinking } from '../support/thinking.js';

const api = useApi({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' }, { clock: stageClock });
const thinking = useThinking(api);
const chatter = chattersOf(api, thinking);
const LONG_MS = 60_000;
const MANY = 100;

/** A chat in which an answer of the model is due. */
async function waiting() {
  const chat = await chatter();
  await chat.say('The roof has 80 m2');
  return { chat, id: (await chat.row()).id };
}

describe('the answers of models that requests wait for', () => {
  it('are asked for with one statement, and each request has its own as soon as it is there', async () => {
    const chats = [await waiting(), await waiting(), await waiting()];
    const watch = createAnswerWatch(api.db, MANY);
    const statements = await statementsOf(api.db, async () => {
      const [first, ...others] = chats.map(({ id }) => watch.isAnswered(id, LONG_MS));
      thinking.server.play([THANKS]);
      await chats[0]?.chat.settle();
      expect(await first).toBe(true);
      expect(await Promise.race([...others, 'still waits'])).toBe('still waits');
      for (const { chat } of chats.slice(1)) await chat.act('take-over');
      expect(await Promise.all(others)).toEqual([true, true]);
    });
    const looks = statements.filter((sql) => /^select `id` from `conversations` where `id` in/.test(sql));
    expect(looks[0]).toContain('in (?, ?, ?)');
    expect(looks.at(-1)).not.toContain('in (?, ?, ?)');
  });

  it('are waited for within their timeouts, and the longer of two waits for the same one continues', async () => {
    const { chat, id } = await waiting();
    const watch = createAnswerWatch(api.db, MANY);
    const longer = watch.isAnswered(id, LONG_MS);
    expect(await watch.isAnswered(id, 30)).toBe(false);
    expect(await Promise.race([longer, 'still waits'])).toBe('still waits');
    await chat.act('take-over');
    expect(await longer).toBe(true);
  });

  it('are waited for by a limited number at once, and further requests are told to retry', async () => {
    const { chat, id } = await waiting();
    const watch = createAnswerWatch(api.db, 2);
    const both = [watch.isAnswered(id, LONG_MS), watch.isAnswered(id, LONG_MS)];
    expect(await watch.isAnswered(id, LONG_MS)).toBe(false);
    await chat.act('take-over');
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(await watch.isAnswered(id, LONG_MS)).toBe(true);
  });

  it('are not waited for while the database can’t be asked', async () => {
    const db = openDatabase({ url: 'mysql://nobody@127.0.0.1:1/none' });
    try {
      expect(await createAnswerWatch(db, MANY).isAnswered('any', LONG_MS)).toBe(false);
    } finally {
      await db.destroy();
    }
  });
});
