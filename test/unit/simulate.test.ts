import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type SimulationOptions, simulate } from '../../domain/cadence/simulate.js';
import { actingAt, shouldContinueAsNew, sleepMilliseconds } from '../../domain/flow/cadence.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import type { TimedAction } from '../../schemas/rules/actions.js';
import { at, definitionOf, factsOf, lasting, mail } from '../support/cadence.js';

const START = at('2026-03-06T16:00:00Z');
const options = (more: Partial<SimulationOptions> = {}): SimulationOptions => ({
  startsAt: START,
  renderContent: ({ subject, content, begin_message }) => ({ subject, text: content ?? begin_message }),
  renderText: (template: string) => template,
  ...more,
});
const nineToSix: [string, string][] = [['09:00', '18:00']];
const office = { days: { mon: nineToSix, tue: nineToSix, wed: nineToSix, thu: nineToSix, fri: nineToSix } };
const definition = definitionOf(
  [
    mail('one'),
    { key: 'w', type: 'wait', delay: lasting(3, 'hours') },
    mail('two'),
    {
      key: 'b',
      type: 'branch',
      conditions: [{ field: 'engagement.inbound_count', operator: 'gt', value: 0 }],
      else: 'tag',
    },
    mail('answered', { next: 'end' }),
    { key: 'tag', type: 'set', actions: [{ type: 'add_tag', params: { tags: ['cold'] } }] },
    mail('three', { delay: lasting(1, 'days'), conditions: [{ source: 'tag', operator: 'has', value: 'cold' }] }),
    { key: 'end', type: 'exit', reason: 'done' },
  ],
  { window: office, exit: { on_reply: 'continue' } },
);

describe('a simulation', () => {
  it('tells each step with its local time, its text, what held it and which way it went', () => {
    const { timeline, outcome } = simulate(definition, factsOf(), options());
    expect(timeline.map((item) => [item.step_key, item.local_time, item.note])).toEqual([
      ['one', '2026-03-06T17:00:00+01:00', 'sent'],
      ['w', '2026-03-06T20:00:00+01:00', 'waited'],
      ['two', '2026-03-09T09:00:00+01:00', 'sent'],
      ['b', '2026-03-09T09:00:00+01:00', 'else: engagement.inbound_count gt does not hold'],
      ['tag', '2026-03-09T09:00:00+01:00', 'does add_tag'],
      ['three', '2026-03-10T09:00:00+01:00', 'sent'],
    ]);
    expect(timeline[2]).toMatchObject({
      type: 'message',
      channel: 'email',
      timezone: 'Europe/Madrid',
      subject: 'About two',
      text: 'Text of two',
      holds: [{ reason: 'outside_window', until: '2026-03-09T08:00:00.000Z' }],
    });
    expect(outcome).toMatchObject({ reason: 'completed', detail: 'done' });
  });

  it('lets nothing come in but what is assumed', () => {
    const assume = [{ at: '2026-03-06T17:00:00Z', event: 'message.received' as const }];
    const { timeline } = simulate(definition, factsOf(), options({ assume }));
    expect(timeline.map((item) => item.step_key ?? item.note)).toEqual([
      ...['one', 'message.received: the cadence goes on', 'w', 'two', 'b', 'answered'],
    ]);
  });

  it('opens the WhatsApp window for a reply that comes by WhatsApp, as the last message went or as is told', () => {
    const written = { key: 'w', type: 'message', channel: 'whatsapp', content: 'Hi' } as const;
    const later = { ...written, key: 'later', delay: lasting(2, 'hours') };
    const notes = (first: CadenceStepRequest, channel?: 'email' | 'whatsapp') => {
      const reply = { at: '2026-03-06T17:00:00Z', event: 'message.received' as const, channel };
      const known = factsOf({
        engagement: { ...factsOf().engagement, whatsapp_window_expires_at: '2026-03-06T16:30:00.000Z' },
      });
      const steps = definitionOf([first, later], { exit: { on_reply: 'continue' } });
      return simulate(steps, known, options({ assume: [reply] })).timeline.at(-1)?.note;
    };
    expect(notes(mail('one'))).toContain('within 24 hours');
    expect(notes(mail('one'), 'whatsapp')).toBe('sent');
    expect(notes(written)).toBe('sent');
    expect(notes(written, 'email')).toContain('within 24 hours');
    expect(notes({ key: 'c', type: 'call', begin_message: 'Hi' })).toContain('within 24 hours');
  });

  it('tells each action of a set step at its time, and nothing of it where the run ends before', () => {
    const actions: TimedAction[] = [
      { type: 'add_tag', params: { tags: ['a'] } },
      { type: 'add_note', params: { text: 'b' }, delay_seconds: 3_600 },
    ];
    const delayed = definitionOf([{ key: 's', type: 'set', actions }, mail('one')]);
    const told = (assume: SimulationOptions['assume'] = []) =>
      simulate(delayed, factsOf(), options({ assume })).timeline.map(({ type, at: when, effects, note }) => [
        ...[type, when.slice(11, 16), effects.map((effect) => effect.type).join(), note],
      ]);
    expect(told()).toEqual([
      ['set', '16:00', 'add_tag', 'does add_tag; waits 3600 s for add_note'],
      ['set', '17:00', 'add_note', 'does add_note'],
      ['message', '17:00', '', 'sent'],
    ]);
    expect(told([{ at: '2026-03-06T16:30:00Z', event: 'meeting.scheduled' }]).map(([type]) => type)).toEqual([
      ...['set', 'event'],
    ]);
  });

  it('ends where a rule ends the run', () => {
    const assume = [{ at: '2026-03-07T00:00:00Z', event: 'meeting.scheduled' as const }];
    expect(simulate(definition, factsOf(), options({ assume })).outcome).toMatchObject({
      reason: 'meeting_booked',
      at: '2026-03-07T00:00:00.000Z',
    });
    const pausing = definitionOf([mail('one'), mail('two', { delay: lasting(1, 'days') })]);
    const reply = [{ at: '2026-03-06T17:00:00Z', event: 'message.received' as const }];
    expect(simulate(pausing, factsOf(), options({ assume: reply })).outcome.reason).toBe('paused');
  });

  it('moves by the time for which a person had the lead, however many replies made it longer or shorter', () => {
    const minute = (minutes: number) => new Date(START.getTime() + minutes * 60_000).toISOString();
    const daily = mail('two', { delay: lasting(1, 'days') });
    const movedBy = (steps: CadenceStepRequest[], replies: readonly number[]) => {
      const handing = definitionOf(steps, { handoff: { auto_resume_after_minutes: 60 } });
      const assume = replies.map((minutes) => ({ at: minute(minutes), event: 'message.received' as const }));
      const two = simulate(handing, factsOf(), options({ assume })).timeline.at(-1);
      expect(two).toMatchObject({ step_key: 'two', note: 'sent' });
      return (Date.parse(two?.at ?? '') - Date.parse(minute(24 * 60))) / 60_000;
    };
    expect(movedBy([mail('one'), daily], [10])).toBe(60);
    expect(movedBy([mail('one'), daily], [10, 40])).toBe(90);
    expect(movedBy([mail('one'), daily], [10, 11, 12])).toBe(62);
    expect(movedBy([mail('one'), daily], [10, 300])).toBe(120);
    const stop: TimedAction = { type: 'stop_automation', params: { auto_resume_after_minutes: 3 * 1_440 } };
    const stopped: CadenceStepRequest[] = [mail('one'), { key: 'stop', type: 'set', actions: [stop] }, daily];
    expect(movedBy(stopped, [])).toBe(3 * 1_440);
    expect(movedBy(stopped, [30])).toBe(90);
  });

  it('branches on the status that a refused way back leaves as it was', () => {
    const funnel = definitionOf([
      { key: 'back', type: 'set', actions: [{ type: 'set_status', params: { status_key: 'contacted' } }] },
      {
        ...{ key: 'b', type: 'branch', then: 'gone', else: 'kept' },
        conditions: [{ field: 'status.key', operator: 'eq', value: 'contacted' }],
      },
      mail('gone', { next: 'end' }),
      mail('kept'),
      { key: 'end', type: 'exit' },
    ]);
    const status = { key: 'qualified', category: 'active', entered_at: '2026-03-01T10:00:00.000Z', previous_key: null };
    const { timeline } = simulate(funnel, factsOf({ status, statuses: funnel.statuses }), options());
    expect(timeline.map(({ step_key }) => step_key)).toEqual(['back', 'b', 'kept']);
    expect(timeline[0]?.note).toBe('does nothing; set_status: The status would go back.');
  });

  it('names skipped steps with their reason, and ends where only a person could go on', () => {
    const nobody = simulate(definition, factsOf({ lead: { email: null } }), options());
    expect(nobody.timeline[0]).toMatchObject({ step_key: 'one', note: expect.stringContaining('missing_contact') });
    const hold = { reason: 'workflow_paused' as const, until: null, detail: 'Paused.' };
    expect(simulate(definition, factsOf({ holds: [hold] }), options()).outcome.reason).toBe('held');
  });

  it('ends even where a cadence would go on for years', () => {
    const steps = [
      mail('one', { delay: lasting(1, 'days'), max_visits: 100, next: 'two' }),
      mail('two', { next: 'one', max_visits: 100 }),
    ];
    const { timeline, outcome } = simulate(definitionOf(steps), factsOf(), options());
    expect(timeline.length).toBeLessThanOrEqual(500);
    expect(outcome.reason).toBe('completed');
  });

  it('counts the messages it sends against the caps', () => {
    const capped = definitionOf([mail('one'), mail('two'), mail('three')], { limits: { per_lead: { per_day: 1 } } });
    const days = simulate(capped, factsOf(), options()).timeline.map((item) => item.local_time.slice(0, 10));
    expect(days).toEqual(['2026-03-06', '2026-03-07', '2026-03-08']);
  });

  it('never sends outside the window, never early, whatever the delays and the zone', () => {
    const delay = fc.record({
      type: fc.constant('after' as const),
      amount: fc.integer({ min: 0, max: 200 }),
      unit: fc.constantFrom('minutes' as const, 'hours' as const, 'days' as const, 'business_days' as const),
    });
    const zone = fc.constantFrom(
      'Europe/Madrid',
      'America/New_York',
      'Asia/Kolkata',
      'Pacific/Chatham',
      'America/Santiago',
    );
    fc.assert(
      fc.property(
        fc.array(delay, { minLength: 1, maxLength: 6 }),
        zone,
        fc.integer({ min: 0, max: 525_600 }),
        (delays, timezone, offset) => {
          const steps = delays.map((each, n) => mail(`step${n}`, { delay: each }));
          const windowed = definitionOf(steps, { window: office });
          const startsAt = new Date(Date.parse('2026-01-01T00:00:00Z') + offset * 60_000);
          const { timeline } = simulate(windowed, factsOf({ timezone }), options({ startsAt }));
          const format = new Intl.DateTimeFormat('en-GB', {
            timeZone: timezone,
            weekday: 'short',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          });
          let before = startsAt.getTime();
          timeline.forEach((item, n) => {
            const part = Object.fromEntries(
              format.formatToParts(new Date(item.at)).map(({ type, value }) => [type, value]),
            );
            const clock = `${part.hour}:${part.minute}`;
            expect([part.weekday, clock >= '09:00' && clock < '18:00']).toEqual([
              expect.not.stringMatching(/Sat|Sun/),
              true,
            ]);
            const { amount, unit } = delays[n] ?? { amount: 0, unit: 'minutes' };
            const shortest =
              { minutes: 60_000, hours: 3_600_000, days: 86_400_000, business_days: 86_400_000 }[unit] * amount;
            // A day in which clocks go forward is an hour short.
            const slack = unit === 'days' || unit === 'business_days' ? 3_600_000 : 0;
            expect(Date.parse(item.at) - before).toBeGreaterThanOrEqual(shortest - slack);
            before = Date.parse(item.at);
          });
          expect(timeline).toHaveLength(delays.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the outcome of a call', () => {
  const CALLING: CadenceStepRequest[] = [
    { key: 'ring', type: 'call', begin_message: 'Hello' },
    { key: 'settle', type: 'wait', delay: { type: 'after', amount: 1, unit: 'hours' } },
    {
      key: 'how',
      type: 'branch',
      conditions: [{ field: 'engagement.last_call_voicemail', operator: 'is_true' }],
      then: 'heard_voicemail',
      else: 'talked',
    },
    { key: 'heard_voicemail', type: 'exit', reason: 'voicemail' },
    { key: 'talked', type: 'exit', reason: 'talked' },
  ];
  it.each([
    [{ event: 'call.missed', disconnection_reason: 'voicemail_reached' }, 'voicemail'],
    [{ event: 'call.missed' }, 'talked'],
    [{ event: 'call.ended', successful: true }, 'talked'],
  ] as const)('that is assumed decides a branch: %j', (assumed, way) => {
    const at = new Date(START.getTime() + 60_000).toISOString();
    const { outcome } = simulate(definitionOf(CALLING), factsOf(), options({ assume: [{ at, ...assumed }] }));
    expect(outcome).toMatchObject({ detail: way });
  });

  const minute = (minutes: number) => new Date(START.getTime() + minutes * 60_000).toISOString();
  const TWICE: CadenceStepRequest[] = [
    {
      ...{ key: 'ring', type: 'call', begin_message: 'Hello' },
      attempts: { max: 3, spacing_minutes: [120] },
      fallback_channel: 'email',
    },
    mail('after'),
  ];
  const told = (assume: SimulationOptions['assume'] = [], steps = TWICE) =>
    simulate(definitionOf(steps), factsOf(), options({ assume })).timeline.map((item) => [
      item.step_key ?? item.note.split(':')[0],
      ...(item.channel ? [item.channel] : []),
      ...[item.at],
    ]);

  it('ends its step where it was answered, as it does in a run: no attempt more, no fallback', () => {
    expect(told([{ at: minute(2), event: 'call.ended' }])).toEqual([
      ['ring', 'call', minute(0)],
      ['call.ended', minute(2)],
      ['after', 'email', minute(2)],
    ]);
  });

  it('ends its step also where it is told long after, before the next attempt', () => {
    expect(told([{ at: minute(90), event: 'call.ended' }]).map(([step]) => step)).toEqual([
      ...['ring', 'call.ended', 'after'],
    ]);
  });

  it('keeps the fallback waiting until the last call is known to be missed', () => {
    const once: CadenceStepRequest[] = [
      { key: 'ring', type: 'call', begin_message: 'Hello', fallback_channel: 'email' },
      { key: 'over', type: 'exit', reason: 'done' },
    ];
    expect(told([{ at: minute(3), event: 'call.missed' }], once)).toEqual([
      ['ring', 'call', minute(0)],
      ['call.missed', minute(3)],
      ['ring', 'email', minute(3)],
    ]);
    expect(told([{ at: minute(3), event: 'call.ended' }], once).map(([, channel]) => channel)).not.toContain('email');
  });

  it('leaves all attempts where nobody is assumed to answer', () => {
    expect(told().map(([step, channel]) => `${step} ${channel}`)).toEqual([
      ...['ring call', 'ring call', 'ring call', 'ring email', 'after email'],
    ]);
  });

  const branch = (condition: object): CadenceStepRequest[] => [
    { key: 'how', type: 'branch', conditions: [condition], then: 'yes', else: 'no' } as CadenceStepRequest,
    { key: 'yes', type: 'exit', reason: 'yes' },
    { key: 'no', type: 'exit', reason: 'no' },
  ];
  const wayOf = (steps: CadenceStepRequest[], facts = factsOf(), assume: SimulationOptions['assume'] = []) =>
    simulate(definitionOf(steps), facts, options({ assume })).outcome.detail;
  const longAgo = { status: 'ended', disconnection_reason: 'user_hangup', successful: true };
  const answeredBefore = factsOf({
    engagement: {
      ...factsOf().engagement,
      ...{ calls_count: 1, calls_answered: 1, last_call: { ...longAgo, at: '2026-01-06T16:00:00.000Z' } },
    },
  });

  it('that nobody assumes is a missed call for what looks at it, whatever an earlier one was', () => {
    const [ring] = CALLING as [CadenceStepRequest];
    const missed = [ring, ...branch({ field: 'engagement.last_call_answered', operator: 'is_false' })];
    expect(wayOf(missed)).toBe('yes');
    expect(wayOf(missed, answeredBefore)).toBe('yes');
    expect(wayOf(missed, factsOf(), [{ at: minute(1), event: 'call.ended' }])).toBe('no');
    const any = ['call.missed' as const];
    const timeout = lasting(1, 'days');
    const waits: CadenceStepRequest[] = [ring, { key: 'w', type: 'wait_until', any, timeout }];
    expect(simulate(definitionOf(waits), factsOf(), options()).outcome.at).toBe(minute(0));
  });

  it('counts each call once, also one of which is told after it was taken for missed', () => {
    const counted = (value: number) => [
      ...TWICE.slice(0, 1),
      ...branch({ field: 'engagement.calls_count', operator: 'eq', value }),
    ];
    expect(wayOf(counted(3))).toBe('yes');
    expect(wayOf(counted(4), answeredBefore)).toBe('yes');
    expect(wayOf(counted(1), factsOf(), [{ at: minute(90), event: 'call.ended' }])).toBe('yes');
    expect(wayOf(counted(2), factsOf(), [{ at: minute(121), event: 'call.ended' }])).toBe('yes');
  });
});

describe('a success and a meeting in a simulation', () => {
  const SALE = '0190a0de-0000-7000-8000-00000000005a';
  const type = { name: 'sale', category: 'primary' };
  const CONTINUE = { on_conversion: 'continue', on_meeting_booked: 'continue' } as const;
  const lands = (
    steps: CadenceStepRequest[],
    condition: object,
    assume: SimulationOptions['assume'] = [],
    facts = factsOf(),
  ) => {
    const branch = [
      { key: 'how', type: 'branch', conditions: [condition], then: 'yes', else: 'no' } as CadenceStepRequest,
      { key: 'yes', type: 'exit', reason: 'yes' } as const,
      { key: 'no', type: 'exit', reason: 'no' } as const,
    ];
    const own = definitionOf([...steps, ...branch], { exit: CONTINUE });
    return simulate(own, facts, options({ assume, conversionTypeOf: () => type })).outcome.detail;
  };
  const inHours = (hours: number) => new Date(START.getTime() + hours * 3_600_000).toISOString();
  const waiting = (hours: number): CadenceStepRequest => ({ key: 'w', type: 'wait', delay: lasting(hours, 'hours') });

  it.each([
    ['count', 'eq', 3],
    ['total_amount', 'eq', 112.5],
    ['last_at', 'on', '2026-03-06'],
    ['types', 'has', 'sale'],
    ['types', 'has', SALE],
    ['types', 'has', 'trial'],
  ] as const)('that a step records is seen by the branch behind it: %s', (key, operator, value) => {
    const params = { conversion_type_id: SALE.toUpperCase(), amount: 6.25 };
    const sold: TimedAction = { type: 'record_conversion', params };
    const before = { count: 1, total_amount: 100, last_at: '2026-01-06T16:00:00.000Z', types: ['trial'] };
    const steps: CadenceStepRequest[] = [{ key: 's', type: 'set', actions: [sold, sold] }];
    expect(lands(steps, { source: 'conversion', key, operator, value }, [], factsOf({ conversion: before }))).toBe(
      'yes',
    );
  });

  it('that is assumed is seen by what comes behind it', () => {
    const recorded = [{ at: inHours(1), event: 'conversion.recorded' as const }];
    expect(lands([waiting(2)], { field: 'conversion.count', operator: 'eq', value: 1 }, recorded)).toBe('yes');
    const condition = (key: string, operator: string, value?: unknown) => ({ source: 'meeting', key, operator, value });
    const events = (...kinds: ('meeting.scheduled' | 'meeting.cancelled' | 'meeting.no_show')[]) =>
      kinds.map((event, n) => ({ at: inHours(1 + n), event }));
    const held = { status: 'completed', starts_at: '2026-03-01T10:00:00.000Z', ends_at: '2026-03-01T10:30:00.000Z' };
    const known = factsOf({ meetings: [held] });
    const booked = events('meeting.scheduled');
    expect(lands([waiting(2)], condition('count', 'eq', 1), booked)).toBe('yes');
    expect(lands([waiting(2)], condition('count', 'eq', 2), booked, known)).toBe('yes');
    expect(lands([waiting(2)], condition('last_status', 'eq', 'scheduled'), booked)).toBe('yes');
    expect(lands([waiting(2)], condition('next_starts_at', 'exists'), booked)).toBe('yes');
    const cancelled = events('meeting.scheduled', 'meeting.cancelled');
    expect(lands([waiting(3)], condition('count', 'eq', 1), cancelled, known)).toBe('yes');
    const missed = events('meeting.scheduled', 'meeting.no_show');
    expect(lands([waiting(3)], condition('last_status', 'eq', 'no_show'), missed, known)).toBe('yes');
    expect(lands([waiting(3)], condition('last_status', 'eq', 'completed'), events('meeting.no_show'), known)).toBe(
      'yes',
    );
  });
});

describe('the sleep of a run', () => {
  it('lasts until just before the plan’s instant, at most 30 days, and as long where there is none', () => {
    const now = START.getTime();
    expect(sleepMilliseconds('2026-03-06T16:00:05.000Z', now)).toBe(4950);
    expect(sleepMilliseconds('2026-03-06T15:00:00.000Z', now)).toBe(0);
    expect(sleepMilliseconds('2027-03-06T16:00:00.000Z', now)).toBe(30 * 86_400_000);
    expect(sleepMilliseconds(null, now)).toBe(30 * 86_400_000);
    expect(sleepMilliseconds('soon', now)).toBe(30 * 86_400_000);
  });
  it('goes on in a fresh history after 2,000 events', () => {
    expect([shouldContinueAsNew(1999), shouldContinueAsNew(2000)]).toEqual([false, true]);
  });
});

describe('a run that wakes just ahead of its instant', () => {
  const due = new Date('2026-03-02T09:00:00.000Z');
  const ahead = (ms: number) => new Date(due.getTime() - ms);

  it('acts for that instant, and not for one that lies further ahead', () => {
    expect(actingAt(due, ahead(50))).toEqual(due);
    expect(actingAt(due, ahead(1_000))).toEqual(ahead(1_000));
  });

  it('acts now when it is late or waits for nothing', () => {
    expect(actingAt(due, ahead(-10))).toEqual(ahead(-10));
    expect(actingAt(null, due)).toEqual(due);
  });
});
