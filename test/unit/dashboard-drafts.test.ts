import { describe, expect, it } from '@jest/globals';
import { createDraft, isUnsaved, type StoredDraft } from '../../dashboard/api/draft-store.js';
import { Problem } from '../../dashboard/api/problem.js';

interface Thing {
  name: string;
  text: string;
  list: string[];
}

/** A service with one thing, and a device. */
function createFixture() {
  const at = new Date('2026-03-02T09:00:00.000Z');
  const world = {
    stored: { name: 'One', text: '', list: ['a'] } as Thing,
    tag: 1,
    isAway: false,
    kept: undefined as StoredDraft<Thing> | undefined,
    saves: 0,
    /** Changes it as another user. */
    elsewhere: (changes: Partial<Thing>) => {
      world.stored = { ...world.stored, ...changes };
      world.tag += 1;
    },
    open: async () => {
      const draft = createDraft<Thing>({
        load: async () => ({ body: structuredClone(world.stored), tag: String(world.tag) }),
        send: async (changes, match) => {
          world.saves += 1;
          if (world.isAway) throw new Problem(0, 'NO_ANSWER', 'Not reachable', 'Nobody answers.');
          if (match !== String(world.tag)) throw new Problem(412, 'PRECONDITION_FAILED', 'Changed', 'Changed.');
          world.elsewhere(changes);
          return { body: structuredClone(world.stored), tag: String(world.tag) };
        },
        readKept: () => structuredClone(world.kept),
        keep: (kept) => {
          world.kept = structuredClone(kept);
        },
        onSaved: () => undefined,
        onProblem: () => undefined,
        now: () => at,
      });
      await draft.load();
      return draft;
    },
  };
  return world;
}

describe('what is typed', () => {
  it('is kept on the device until it is saved, and no longer', async () => {
    const world = createFixture();
    const draft = await world.open();
    draft.change({ text: 'Hello' });
    expect(world.kept).toMatchObject({ changes: { text: 'Hello' }, tag: '1' });
    await expect(draft.save()).resolves.toBe(true);
    expect([world.stored.text, world.kept]).toEqual(['Hello', undefined]);
  });

  it('is restored when the user returns, even if the server does not respond, with its age', async () => {
    const world = createFixture();
    const draft = await world.open();
    world.isAway = true;
    draft.change({ text: 'Hello', list: ['a', 'b'] });
    await expect(draft.save()).resolves.toBe(false);
    const again = await world.open();
    expect(again.get()).toMatchObject({
      value: { name: 'One', text: 'Hello', list: ['a', 'b'] },
      problem: undefined,
      broughtBack: '2026-03-02T09:00:00.000Z',
    });
    world.isAway = false;
    await again.save();
    expect([world.stored.list, world.kept, again.get().broughtBack]).toEqual([['a', 'b'], undefined, undefined]);
  });

  it('overwrites no concurrent change: the user takes theirs or keeps the own version', async () => {
    const world = createFixture();
    (await world.open()).change({ text: 'Mine' });
    world.elsewhere({ text: 'Theirs', name: 'Two' });
    const again = await world.open();
    expect(again.get().problem?.code).toBe('PRECONDITION_FAILED');
    again.change({ list: [] });
    expect(again.get().problem?.code).toBe('PRECONDITION_FAILED');
    await again.keepMine();
    expect(again.get()).toMatchObject({ value: { name: 'Two', text: 'Mine', list: [] }, problem: undefined });
    await again.takeTheirs();
    expect([again.get().value, world.kept]).toEqual([{ name: 'Two', text: 'Theirs', list: ['a'] }, undefined]);
    expect(world.stored.text).toBe('Theirs');
  });

  it('is not offered where it is what is stored by now, or was thrown away', async () => {
    const world = createFixture();
    const draft = await world.open();
    draft.change({ list: ['x'] });
    world.elsewhere({ list: ['x'] });
    const same = await world.open();
    expect([isUnsaved(same.get()), same.get().problem, world.kept]).toEqual([false, undefined, undefined]);
    same.change({ text: 'No' });
    same.discard();
    expect([isUnsaved(same.get()), world.kept]).toEqual([false, undefined]);
  });

  it('is sent once by any number of concurrent saves, and changes during it stay', async () => {
    const world = createFixture();
    const draft = await world.open();
    draft.change({ text: 'One' });
    const saves = [draft.save(), draft.save()];
    draft.change({ text: 'One and more' });
    await Promise.all(saves);
    expect([world.saves, world.stored.text, draft.get().value?.text]).toEqual([1, 'One', 'One and more']);
    expect(world.kept).toMatchObject({ changes: { text: 'One and more' } });
    await draft.save();
    expect([world.saves, world.stored.text]).toEqual([2, 'One and more']);
  });
});
