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
  const fixture = {
    stored: { name: 'One', text: '', list: ['a'] } as Thing,
    tag: 1,
    isAway: false,
    kept: undefined as StoredDraft<Thing> | undefined,
    saves: 0,
    /** Changes it as another user. */
    elsewhere: (changes: Partial<Thing>) => {
      fixture.stored = { ...fixture.stored, ...changes };
      fixture.tag += 1;
    },
    open: async () => {
      const draft = createDraft<Thing>({
        load: async () => ({ body: structuredClone(fixture.stored), tag: String(fixture.tag) }),
        send: async (changes, match) => {
          fixture.saves += 1;
          if (fixture.isAway) throw new Problem(0, 'NO_ANSWER', 'Not reachable', 'Nobody answers.');
          if (match !== String(fixture.tag)) throw new Problem(412, 'PRECONDITION_FAILED', 'Changed', 'Changed.');
          fixture.elsewhere(changes);
          return { body: structuredClone(fixture.stored), tag: String(fixture.tag) };
        },
        readKept: () => structuredClone(fixture.kept),
        keep: (kept) => {
          fixture.kept = structuredClone(kept);
        },
        onSaved: () => undefined,
        onProblem: () => undefined,
        now: () => at,
      });
      await draft.load();
      return draft;
    },
  };
  return fixture;
}

describe('what is typed', () => {
  it('is kept on the device until it is saved, and no longer', async () => {
    const fixture = createFixture();
    const draft = await fixture.open();
    draft.change({ text: 'Hello' });
    expect(fixture.kept).toMatchObject({ changes: { text: 'Hello' }, tag: '1' });
    await expect(draft.save()).resolves.toBe(true);
    expect([fixture.stored.text, fixture.kept]).toEqual(['Hello', undefined]);
  });

  it('is restored when the user returns, even if the server does not respond, with its age', async () => {
    const fixture = createFixture();
    const draft = await fixture.open();
    fixture.isAway = true;
    draft.change({ text: 'Hello', list: ['a', 'b'] });
    await expect(draft.save()).resolves.toBe(false);
    const again = await fixture.open();
    expect(again.get()).toMatchObject({
      value: { name: 'One', text: 'Hello', list: ['a', 'b'] },
      problem: undefined,
      restoredFrom: '2026-03-02T09:00:00.000Z',
    });
    fixture.isAway = false;
    await again.save();
    expect([fixture.stored.list, fixture.kept, again.get().restoredFrom]).toEqual([['a', 'b'], undefined, undefined]);
  });

  it('overwrites no concurrent change: the user takes theirs or keeps the own version', async () => {
    const fixture = createFixture();
    (await fixture.open()).change({ text: 'Mine' });
    fixture.elsewhere({ text: 'Theirs', name: 'Two' });
    const again = await fixture.open();
    expect(again.get().problem?.code).toBe('PRECONDITION_FAILED');
    again.change({ list: [] });
    expect(again.get().problem?.code).toBe('PRECONDITION_FAILED');
    await again.reloadWithChanges();
    expect(again.get()).toMatchObject({ value: { name: 'Two', text: 'Mine', list: [] }, problem: undefined });
    await again.reloadWithoutChanges();
    expect([again.get().value, fixture.kept]).toEqual([{ name: 'Two', text: 'Theirs', list: ['a'] }, undefined]);
    expect(fixture.stored.text).toBe('Theirs');
  });

  it('is not offered where it is what is stored by now, or was thrown away', async () => {
    const fixture = createFixture();
    const draft = await fixture.open();
    draft.change({ list: ['x'] });
    fixture.elsewhere({ list: ['x'] });
    const same = await fixture.open();
    expect([isUnsaved(same.get()), same.get().problem, fixture.kept]).toEqual([false, undefined, undefined]);
    same.change({ text: 'No' });
    same.discard();
    expect([isUnsaved(same.get()), fixture.kept]).toEqual([false, undefined]);
  });

  it('is sent once by any number of concurrent saves, and changes during it stay', async () => {
    const fixture = createFixture();
    const draft = await fixture.open();
    draft.change({ text: 'One' });
    const saves = [draft.save(), draft.save()];
    draft.change({ text: 'One and more' });
    await Promise.all(saves);
    expect([fixture.saves, fixture.stored.text, draft.get().value?.text]).toEqual([1, 'One', 'One and more']);
    expect(fixture.kept).toMatchObject({ changes: { text: 'One and more' } });
    await draft.save();
    expect([fixture.saves, fixture.stored.text]).toEqual([2, 'One and more']);
  });
});
