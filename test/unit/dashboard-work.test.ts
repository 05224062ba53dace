import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commandsFor } from '../../dashboard/app/palette/commands.js';
import { byDay, clockIn, dayKeyIn, shiftDay } from '../../dashboard/components/time/days.js';
import { targetsFor } from '../../dashboard/features/imports/column-targets.js';
import { DEFAULT_OPTIONS, queryOf } from '../../dashboard/features/imports/import-options.js';
import { kindOfFile } from '../../dashboard/features/inbox/attachments.js';
import { adjacentEntry, snoozeTimes } from '../../dashboard/features/inbox/inbox-folders.js';
import { readInboxSearch } from '../../dashboard/features/inbox/inbox-search.js';
import { replyChannelsOf } from '../../dashboard/features/inbox/reply-channels.js';
import { conditionsOf, queryOf as leadsQueryOf, withConditions } from '../../dashboard/features/leads/lead-query.js';
import { readLeadSearch } from '../../dashboard/features/leads/lead-search.js';
import { bodyOf, NO_LEADS, selectRange, toggle } from '../../dashboard/features/leads/lead-selection.js';
import { planFrom, type Simulated } from '../../dashboard/features/leads/run-plan.js';
import { ribbonOf, shadesOf } from '../../dashboard/features/leads/run-ribbon-layout.js';
import { openBetween } from '../../dashboard/features/leads/send-windows.js';
import {
  answersAmong,
  decidedOf,
  idleBetween,
  kindOf,
  takenOver,
} from '../../dashboard/features/leads/timeline-entries.js';
import { clockInOtherZone } from '../../dashboard/features/leads/viewer-time-zone.js';
import { noteInWords } from '../../dashboard/words/notes.js';
import { faultInWords } from '../../dashboard/words/turns.js';

const activity = (activity_type: string, note: string | null = null) =>
  ({ type: 'activity', activity_type, note }) as never;

describe('the timeline', () => {
  it('tells what reached a lead from decisions, meetings and notes', () => {
    expect(kindOf({ type: 'call_missed' } as never)).toBe('reached');
    expect(kindOf(activity('cadence.step_skipped'))).toBe('decisions');
    expect(kindOf(activity('meeting.no_show'))).toBe('meetings');
    expect(kindOf(activity('lead.updated', 'Calls back'))).toBe('notes');
    expect(kindOf(activity('lead.updated'))).toBeUndefined();
  });

  it('says what is planned without the codes', () => {
    expect(noteInWords('skipped (missing_contact): The lead has no email address.')).toBe(
      'Skipped. The lead has no email address.',
    );
    expect(noteInWords('call.missed: voicemail')).toBe('Call missed: voicemail');
  });

  it('says why a step went as it did, the sentence before the code', () => {
    expect(
      decidedOf('cadence.step_skipped', { step_key: 'hello', reason: 'NO_ADDRESS', detail: 'There is no address.' }),
    ).toEqual({
      step: 'hello',
      why: 'There is no address.',
    });
    expect(
      decidedOf('cadence.step_executed', { step_key: 'big', to: 'rich', why: 'The budget is over 5000.' }),
    ).toEqual({
      step: 'big',
      why: 'The budget is over 5000.; continues with rich',
    });
    expect(decidedOf('workflow_run.failed', { reason: 'no_sender' })).toEqual({ why: 'no sender' });
    expect(decidedOf('cadence.held', { reason: 'frequency_cap' })).toEqual({ hold: 'frequency_cap' });
  });

  it('is shown in the lead’s time zone too, if it differs', () => {
    const at = '2026-03-01T23:30:00.000Z';
    expect(clockInOtherZone(at, 'Asia/Tokyo', 'Europe/Madrid')).toBe('Mon 08:30 in Asia/Tokyo');
    expect(clockInOtherZone(at, 'America/New_York', 'Europe/Madrid')).toBe('Sun 18:30 in America/New York');
    expect(clockInOtherZone(at, 'Asia/Tokyo', 'Asia/Tokyo')).toBeUndefined();
  });

  it('folds long silence, and says how long it was', () => {
    const from = '2026-03-02T09:00:00.000Z';
    expect(idleBetween('2026-03-02T09:59:59.000Z', from)).toBeUndefined();
    expect(idleBetween('2026-03-02T10:00:00.000Z', from)).toBe('1 hour');
    expect(idleBetween('2026-03-03T09:00:00.000Z', from)).toBe('24 hours');
    expect(idleBetween('2026-03-09T08:00:00.000Z', from)).toBe('6 days');
  });
});

describe('what happened with a lead', () => {
  const item = (id: string, more: object) => ({ id, workflow_run_id: 'run', type: 'activity', ...more }) as never;

  it('is covered by a takeover from its begin to where the lead was given back, also where that is still to come', () => {
    const items = [
      item('again', { activity_type: 'automation.paused' }),
      item('later', { activity_type: 'cadence.step_executed' }),
      item('back', { activity_type: 'automation.resumed' }),
      item('other', { activity_type: 'cadence.held', workflow_run_id: 'another run' }),
      item('note', { activity_type: 'lead.updated', workflow_run_id: null }),
      item('begin', { activity_type: 'automation.paused' }),
      item('break', { activity_type: 'automation.paused' }),
    ];
    const begins = new Map([
      ['begin', { takesOver: 'user:1' }],
      ['again', { takesOver: 'user:1' }],
      // A rule leaves the lead to the first user who answers.
      ['break', { takesOver: 'rule' }],
    ]);
    expect([...takenOver(items, begins)]).toEqual(['begin', 'note', 'back', 'again']);
  });

  it('says which message the lead answered, and when: the last on that channel', () => {
    const message = (id: string, direction: string, channel: string) =>
      item(id, { type: 'message', direction, channel, sent_at: 'sent', created_at: `at ${id}` });
    const items = [
      message('thanks', 'inbound', 'email'),
      message('answer', 'inbound', 'email'),
      message('chat', 'outbound', 'whatsapp'),
      message('again', 'outbound', 'email'),
      message('hello', 'outbound', 'email'),
    ];
    expect([...answersAmong(items)]).toEqual([['again', 'at answer']]);
  });
});

describe('the ribbon of a run', () => {
  it('keeps the order of moments, fills its width, and folds every long silence to the same', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 40 * 86_400 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(gaps, (seconds) => {
        let time = Date.parse('2026-03-02T09:00:00.000Z');
        const moments = [0, ...seconds].map((each) => {
          time += each * 1_000;
          return new Date(time).toISOString();
        });
        const { places, folds } = ribbonOf(moments);
        expect(places).toHaveLength(moments.length);
        expect([places[0], Math.round(places.at(-1) ?? 0)]).toEqual([0, 100]);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(folds).toHaveLength(seconds.filter((each) => each >= 3_600).length);
        expect(new Set(folds.map(({ from, to }) => (to - from).toFixed(6))).size).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('when messages may leave', () => {
  const WEEK = {
    mon: [
      ['09:00', '12:00'],
      ['14:00', '18:00'],
    ],
    sat: [['22:00', '24:00']],
  } as never;
  const HOURS = 3_600_000;
  const told = (spans: readonly (readonly [number, number])[]) =>
    spans.map(([from, to]) => [new Date(from).toISOString(), new Date(to).toISOString()]);

  it('is shown in the time of a zone, before and after it changes', () => {
    const span = [Date.parse('2026-03-28T00:00:00Z'), Date.parse('2026-03-30T10:30:00Z')] as const;
    expect(told(openBetween({ days: WEEK }, 'Europe/Madrid', span))).toEqual([
      ['2026-03-28T21:00:00.000Z', '2026-03-28T23:00:00.000Z'],
      ['2026-03-30T07:00:00.000Z', '2026-03-30T10:00:00.000Z'],
    ]);
    expect(openBetween({}, 'Europe/Madrid', span)).toEqual([span]);
  });

  it('is shaded on the ribbon in order, within its width, over folded silence too', () => {
    const gaps = fc.array(fc.integer({ min: 60, max: 40 * 86_400 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(gaps, fc.constantFrom('Europe/Madrid', 'America/New_York', 'Asia/Kolkata'), (seconds, zone) => {
        let time = Date.parse('2026-03-02T09:00:00.000Z');
        const moments = [0, ...seconds].map((each) => {
          time += each * 1_000;
          return new Date(time).toISOString();
        });
        const whole = [Date.parse(moments[0] ?? ''), time] as const;
        const open = openBetween({ days: WEEK }, zone, whole);
        const shades = shadesOf(moments, ribbonOf(moments).places, open);
        const edges = shades.flatMap(({ from, to }) => [from, to]);
        expect(edges).toEqual(edges.toSorted((a, b) => a - b));
        expect(edges.every((edge) => edge >= 0 && edge <= 100)).toBe(true);
        expect(shades.length > 0).toBe(open.length > 0);
        expect(open.every(([from, to]) => to - from <= 4 * HOURS)).toBe(true);
        expect(shadesOf(moments, ribbonOf(moments).places, [whole])).toEqual([{ from: 0, to: 100 }]);
      }),
    );
  });
});

describe('what is planned', () => {
  const HOUR = 3_600_000;
  const at = (start: string, hours: number) => new Date(Date.parse(start) + hours * HOUR).toISOString();
  const outcome = { reason: 'completed', detail: null, at: '2026-03-09T00:00:00.000Z' };
  /** A cadence that writes at once, two days later and two days after that. */
  const simulate = async (start: string) =>
    ({
      outcome,
      timeline: ['a', 'b', 'c'].map((step_key, place) => ({ step_key, at: at(start, place * 48) })),
    }) as unknown as Simulated;
  const enrolled = '2026-03-02T09:00:00.000Z';
  const next = (step_key: string, earliest_at: string | null) => ({ step_key, earliest_at }) as never;

  it('begins where the next step is really due, however late that is', async () => {
    const plan = await planFrom(next('b', '2026-03-05T15:00:00.000Z'), enrolled, simulate);
    expect(plan?.items.map((item) => [item.step_key, item.at])).toEqual([
      ['b', '2026-03-05T15:00:00.000Z'],
      ['c', '2026-03-07T15:00:00.000Z'],
    ]);
    expect(plan?.exact).toBe(true);
  });

  it('is not shown if nothing happens automatically, or the simulation takes another branch', async () => {
    expect(await planFrom(next('b', null), enrolled, simulate)).toBeUndefined();
    expect(await planFrom(next('gone', '2026-03-05T15:00:00.000Z'), enrolled, simulate)).toBeUndefined();
  });
});

describe('the inbox', () => {
  it('goes through its list by one, and stays at its ends', () => {
    const ids = ['a', 'b', 'c'];
    expect([adjacentEntry(ids, undefined, 1), adjacentEntry(ids, 'a', 1), adjacentEntry(ids, 'c', 1)]).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect([adjacentEntry(ids, 'a', -1), adjacentEntry(ids, 'gone', -1), adjacentEntry([], 'a', 1)]).toEqual([
      'a',
      'a',
      undefined,
    ]);
  });

  it('takes of an address what it understands', () => {
    expect(readInboxSearch({ folder: 'mine', q: 'eva', entry: '', other: '1' })).toEqual({ folder: 'mine', q: 'eva' });
    expect(readInboxSearch({ folder: 'nonsense' })).toEqual({});
  });

  it.each([
    ['2026-03-01T10:00:00', 2],
    ['2026-03-02T10:00:00', 9],
    ['2026-03-07T10:00:00', 9],
  ])('from %s, Monday is the %i', (now, day) => {
    const monday = snoozeTimes(new Date(now)).find(({ label }) => label.startsWith('Monday'))?.at;
    expect([monday?.getDay(), monday?.getDate(), monday?.getHours()]).toEqual([1, day, 9]);
  });

  it.each([
    ['https://example.com/a.JPG', 'image'],
    ['https://example.com/a.mp4?x=b.pdf', 'video'],
    ['https://example.com/voice.ogg#t=3', 'audio'],
    ['https://example.com/s.webp', 'sticker'],
    ['https://example.com/offer.pdf', 'document'],
    ['https://example.com/download?id=7', 'document'],
  ])('tells of %s that it is of the kind %s', (link, kind) => {
    expect(kindOfFile(link)).toBe(kind);
  });

  it('answers by the way that was used last, where that is still open', () => {
    const lead = { email: 'eva@example.com', phone: '+34600111222' } as never;
    const entry = (channel: string) => ({ conversation_id: null, last_message: { channel } }) as never;
    const talks = [
      { id: '1', channel: 'whatsapp', status: 'open' },
      { id: '2', channel: 'chat', status: 'closed' },
    ] as never;
    expect(
      replyChannelsOf(entry('whatsapp'), lead, talks).map(({ channel, conversationId }) => [channel, conversationId]),
    ).toEqual([
      ['whatsapp', '1'],
      ['email', undefined],
    ]);
    expect(replyChannelsOf(entry('chat'), lead, talks)[0]?.channel).toBe('email');
    expect(replyChannelsOf({ conversation_id: '9' } as never, undefined, [])).toEqual([
      { channel: 'chat', label: 'Chat', conversationId: '9' },
    ]);
  });
});

describe('meetings', () => {
  it('stand on the day of the zone, also where the clock changes', () => {
    const rows = ['2026-03-28T22:30:00.000Z', '2026-03-28T23:30:00.000Z', '2026-03-29T21:59:00.000Z'].map(
      (starts_at) => ({
        starts_at,
      }),
    );
    expect(byDay(rows, 'Europe/Madrid').map(([day, { length }]) => [day, length])).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 2],
    ]);
    expect(byDay(rows, 'Europe/Madrid', true).map(([day]) => day)).toEqual(['2026-03-29', '2026-03-28']);
    expect(clockIn('2026-03-29T01:00:00.000Z', 'Europe/Madrid')).toMatch(/^0?3:00/);
    expect(dayKeyIn('2026-12-31T23:30:00.000Z', 'Europe/Madrid')).toBe('2027-01-01');
    expect([shiftDay('2026-03-28', 1), shiftDay('2026-03-01', -1)]).toEqual(['2026-03-29', '2026-02-28']);
  });
});

describe('an import', () => {
  it('offers for a column every field of leads, one of its own, and to leave it out', () => {
    const values = targetsFor('Dach Art', 'metadata.roof').map(({ value }) => value);
    expect(values).toEqual(
      expect.arrayContaining(['first_name', 'tags', 'metadata.roof', 'metadata.dach_art', 'ignore']),
    );
    expect(new Set(values).size).toBe(values.length);
  });

  it('asks as the API takes it', () => {
    const choices = { ...DEFAULT_OPTIONS, mapping: { Mail: 'email' }, tags: ' fair, ,roof ', skip_first_message: true };
    expect(Object.fromEntries(queryOf(choices, 'a.csv'))).toEqual({
      file_name: 'a.csv',
      on_duplicate: 'update',
      mapping: '{"Mail":"email"}',
      defaults: '{"tags":["fair","roof"]}',
    });
  });
});

describe('many leads', () => {
  it('are named by ids or by the filters of the list, and nothing of its order', () => {
    const some = toggle(toggle(toggle(NO_LEADS, 'a'), 'b'), 'a');
    expect(bodyOf('add_tags', some, { tags: 'x, ,y' })).toEqual({
      lead_ids: ['b'],
      operation: 'add_tags',
      tags: ['x', 'y'],
    });
    const all = { all: true, search: { source: 'fair', sort: 'created_at' } } as const;
    expect(bodyOf('set_owner', all, { owner_id: '' })).toEqual({
      filter: { source: 'fair' },
      operation: 'set_owner',
      owner_id: null,
    });
  });

  it('are chosen from the one that was ticked last, whichever way', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const one = toggle(NO_LEADS, 'c');
    expect(selectRange(one, ids, 'c', 'a')).toEqual({ all: false, ids: ['c', 'a', 'b'] });
    expect(selectRange(one, ids, 'c', 'd')).toEqual({ all: false, ids: ['c', 'd'] });
    expect(selectRange(NO_LEADS, ids, 'gone', 'b')).toEqual({ all: false, ids: ['b'] });
  });

  it.each([
    ['9000', 9000],
    ['true', true],
    ['flat roof', 'flat roof'],
    ['"9000"', '9000'],
    ['', null],
  ])('are given metadata as they are meant: %s', (value, meant) => {
    expect(bodyOf('set_metadata', toggle(NO_LEADS, 'a'), { key: ' budget ', value })).toMatchObject({
      metadata: { budget: meant },
    });
  });
});

describe('conditions of the list of leads', () => {
  const conditions = { where: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5_000 }] };

  it('are in its address, and its filters combine with them', () => {
    const search = {
      q: 'ana',
      tags_any: 'roof',
      paused: 'true',
      workflow_id: 'a',
      sort: 'updated_at',
      view: 'v',
    } as const;
    const said = withConditions(search, conditions);
    expect(said).toEqual({
      ...search,
      where: JSON.stringify(conditions.where),
    });
    expect(conditionsOf(readLeadSearch(said))).toEqual(conditions);
    const filter = { q: 'ana', tags_any: 'roof', paused: true };
    expect(leadsQueryOf(said)).toEqual({ ...conditions, workflow_id: 'a', filter });
    expect(withConditions(said, { where: [] })).toEqual(search);
  });

  it('are none where an address has something else', () => {
    for (const where of ['', '[]', '{', '7', '"x"']) expect(leadsQueryOf({ where })).toBeUndefined();
  });

  it('name many leads as they name those of the list, and flags as such', () => {
    const all = (search: object) => bodyOf('set_campaign', { all: true, search }, { campaign_id: 'c' });
    const about = { operation: 'set_campaign', campaign_id: 'c' };
    expect(all({ where: JSON.stringify(conditions.where) })).toEqual({ query: conditions, ...about });
    expect(all({ paused: 'false', source: 'x' })).toEqual({ filter: { paused: false, source: 'x' }, ...about });
  });
});

describe('the palette', () => {
  const rail = [
    { path: '/meetings', name: 'Meetings', scope: 'meetings:read' },
    { path: '/integrations', name: 'Integrations', scope: 'keys:manage' },
  ];

  it('finds pages by their names and by other words, and none that may not be opened', () => {
    expect(commandsFor('csv', () => true, rail).map(({ name }) => name)).toEqual(['Import leads']);
    expect(commandsFor('meet', () => true, rail)[0]?.name).toBe('Meetings');
    expect(commandsFor('', (scope) => scope !== 'keys:manage', rail).map(({ name }) => name)).not.toContain(
      'Integrations',
    );
  });
});

describe('why nothing came of a call of a model', () => {
  it.each([
    ['refused 401', 'The model server rejected the request. Check the key, name, URL and temperature (401).'],
    ['timeout', 'The request timed out.'],
    ['erased', 'The lead was erased.'],
    ['something_new 500', 'Something new (500).'],
  ])('is described in words: %s', (error, words) => {
    expect(faultInWords(error)).toBe(words);
  });
});
