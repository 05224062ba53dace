import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ABANDONED_AFTER_MS, createLongWork, type StoredWork } from '../../dashboard/api/long-operations.js';
import { Problem } from '../../dashboard/api/problem.js';
import { namedLike } from '../../dashboard/app/palette/commands.js';
import { SEQUENCE_MS, shortcutOf } from '../../dashboard/app/shell/key-sequences.js';
import { INBOX } from '../../dashboard/app/shell/shortcut-list.js';
import { placeOf } from '../../dashboard/app/signed-out/browser-place.js';

/** A device with windows, and a service that does ten at a time of what it is asked. */
function createFixture(pages: readonly number[]) {
  let made = 0;
  const fixture = {
    kept: [] as StoredWork[],
    now: 0,
    asked: [] as object[],
    keys: [] as string[],
    failsAt: undefined as number | undefined,
    failsWith: 0,
    keepsNothing: false,
    /** Opens a window of the device. */
    open: () =>
      createLongWork({
        ask: async (body, { key }) => {
          fixture.keys.push(key);
          const at = Number((body as { cursor?: string }).cursor ?? 0);
          if (fixture.failsAt === at)
            throw new Problem(fixture.failsWith, 'NO_ANSWER', 'Not reachable', 'Nobody answers.');
          fixture.asked.push(body);
          return { changed: pages[at] ?? 0, next_cursor: at + 1 < pages.length ? String(at + 1) : null };
        },
        newKey: () => String(++made),
        read: () => structuredClone(fixture.kept),
        keep: (all) => {
          fixture.kept = fixture.keepsNothing ? [] : structuredClone(all);
        },
        onEnd: () => undefined,
        now: () => fixture.now,
      }),
  };
  return fixture;
}
const WORK = {
  id: '1',
  operation: 'bulkWorkflowRuns' as const,
  name: 'Leads go on',
  path: '/agents/1',
  of: 60,
  bodies: [{ step: 'one' }, { step: 'two' }],
};

describe('what takes many requests', () => {
  it.each([false, true])(
    'goes through all of them page by page, whether the device keeps it or not',
    async (nothing) => {
      const fixture = createFixture([10, 20]);
      fixture.keepsNothing = nothing;
      const window = fixture.open();
      await window.start(WORK);
      expect(fixture.asked).toEqual([
        { step: 'one' },
        { step: 'one', cursor: '1' },
        { step: 'two' },
        { step: 'two', cursor: '1' },
      ]);
      expect(window.get()).toMatchObject([{ state: 'done', done: 60 }]);
      window.reset('1');
      expect([window.get(), fixture.kept]).toEqual([[], []]);
    },
  );

  it('stops if the server does not respond, says why, and continues from there', async () => {
    const fixture = createFixture([10, 20]);
    fixture.failsAt = 1;
    const window = fixture.open();
    await window.start(WORK);
    expect(window.get()).toMatchObject([{ state: 'stopped', done: 10, cursor: '1' }]);
    expect(window.problemOf('1')?.title).toBe('Not reachable');
    fixture.failsAt = undefined;
    await window.resume('1');
    expect(window.get()).toMatchObject([{ state: 'done', done: 60 }]);
    expect(window.problemOf('1')).toBeUndefined();
    expect(fixture.asked.filter((body) => 'cursor' in body)).toHaveLength(2);
  });

  it.each([
    ['repeats once under the same key after no response, because it may be done', 0, 2],
    ['repeats a rejected request', 409, 3],
  ])('%s', async (_, status, keys) => {
    const fixture = createFixture([10, 20]);
    Object.assign(fixture, { failsAt: 1, failsWith: status });
    const window = fixture.open();
    await window.start({ ...WORK, bodies: [{ step: 'one' }] });
    fixture.failsAt = undefined;
    await window.resume('1');
    expect(window.get()).toMatchObject([{ state: 'done', done: 30 }]);
    expect([fixture.keys.length, new Set(fixture.keys).size]).toEqual([3, keys]);
  });

  it('is there after a reload, is free once its window is closed, and is continued by another one', async () => {
    const fixture = createFixture([10, 20]);
    fixture.kept = [{ ...WORK, at: 0, cursor: '1', key: 'kept', done: 10, state: 'going', beat: 0 }];
    const reloaded = fixture.open();
    expect(reloaded.get()).toMatchObject([{ state: 'going', done: 10 }]);
    await reloaded.resume('1');
    expect(fixture.asked).toEqual([]);
    fixture.now = ABANDONED_AFTER_MS + 1;
    reloaded.look();
    expect(reloaded.get()).toMatchObject([{ state: 'stopped', done: 10 }]);
    await reloaded.resume('1');
    expect(fixture.asked[0]).toEqual({ step: 'one', cursor: '1' });
    expect(fixture.keys[0]).toBe('kept');
    // Another window reads it as it is by now.
    expect(fixture.open().get()).toMatchObject([{ state: 'done', done: 60 }]);
  });
});

/** The pages that have a letter, as the rail names them. */
const RAIL = [...readFileSync('dashboard/app/rail.ts', 'utf8').matchAll(/path: '([^']+)',\s+letter: '(\w)'/g)].map(
  ([, path = '', letter = '']) => ({ path, letter }),
);

describe('single letters', () => {
  const press = (key: string, at = 0) => ({ key, at });

  it('open every page that has one, each its own, within a moment of the g', () => {
    expect(RAIL.length).toBeGreaterThan(10);
    expect(new Set(RAIL.map(({ letter }) => letter)).size).toBe(RAIL.length);
    for (const { letter, path } of RAIL)
      expect(shortcutOf(press(letter, SEQUENCE_MS), press('g'), '/leads', RAIL)).toEqual({ go: path });
    expect(shortcutOf(press('a', SEQUENCE_MS + 1), press('g'), '/leads', RAIL)).toBeUndefined();
    expect(shortcutOf(press('q'), press('g'), '/leads', RAIL)).toBeUndefined();
  });

  it('work lists, and leave to the inbox what is the inbox’s own', () => {
    const on = (path: string) =>
      ['j', 'k', 'x', 'X', '/', '?', 'g', 'e'].map((key) => shortcutOf(press(key), undefined, path, RAIL));
    expect(on('/leads')).toEqual(['next', 'before', 'tick', 'range', 'filter', 'help', 'wait', undefined]);
    expect(on('/inbox')).toEqual([undefined, undefined, undefined, undefined, undefined, 'help', 'wait', undefined]);
    expect(shortcutOf(press('a'), press('g'), '/inbox', RAIL)).toEqual({ go: '/agents' });
  });
});

describe('the palette', () => {
  it('finds what people have named by all the words that were typed, what begins with them first', () => {
    const kinds = [
      { to: '/agents', about: 'Agent', rows: [{ id: '1', name: 'All solar offers' }] },
      {
        to: '/jobs',
        about: 'Job',
        rows: [
          { id: '2', name: 'Solar renewals' },
          { id: '3', name: 'Tags' },
        ],
      },
    ];
    expect(namedLike('Solar', kinds).map(({ id, about }) => [id, about])).toEqual([
      ['2', 'Job'],
      ['1', 'Agent'],
    ]);
    expect(namedLike('offers sol', kinds).map(({ id }) => id)).toEqual(['1']);
    expect(namedLike(' ', kinds)).toEqual([]);
  });
});

describe('the list of keyboard shortcuts', () => {
  it('has every key of the inbox and of the controls next to its open entry', () => {
    const controls = ['inbox', 'leads']
      .flatMap((name) => readdirSync(`dashboard/features/${name}`, { withFileTypes: true }))
      .flatMap(({ parentPath, name }) => [
        ...readFileSync(`${parentPath}/${name}`, 'utf8').matchAll(/data-key=(?:"(.)"|\{.*'(.)' : '(.)'\})/g),
      ]);
    const actions = readFileSync('dashboard/features/inbox/use-inbox-shortcuts.ts', 'utf8').matchAll(/^ +([a-z]): /gm);
    const keys = [...controls, ...actions].flatMap(([, ...found]) => found.filter((key) => key !== undefined));
    expect(keys.length).toBeGreaterThan(8);
    const listed = new Set(INBOX.flatMap(([names]) => names.split(' ')));
    expect(keys.filter((key) => !listed.has(key))).toEqual([]);
  });
});

describe('the place of a browser', () => {
  it('has the country of a language only if the time zone lies there', () => {
    expect(placeOf('Europe/Madrid', ['ca', 'es-ES', 'en-US'])).toEqual({ timezone: 'Europe/Madrid', country: 'ES' });
    expect(placeOf('Europe/Madrid', ['en-US', 'en'])).toEqual({ timezone: 'Europe/Madrid' });
    expect(placeOf('America/Denver', ['en-US'])).toEqual({ timezone: 'America/Denver', country: 'US' });
  });
});
