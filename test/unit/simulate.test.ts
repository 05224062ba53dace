import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type SimulationOptions, simulate } from '../../domain/cadence/simulate.js';
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
      ['b', '2026-03-09T09:00:00+01:00', 'else: engagement.inbound_count gt 0 does not hold'],
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
      ...['one', 'message.received: the cadence continues', 'w', 'two', 'b', 'answered'],
    ]);
  });

  it('opens the WhatsApp window for a reply by WhatsApp, on the last message’s channel or a given one', () => {
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
    expect(notes(mail('one'))).toContain('24-hour WhatsApp window is closed');
    expect(notes(mail('one'), 'whatsapp')).toBe('sent');
    expect(notes(written)).toBe('sent');
    expect(notes(written, 'email')).toContain('24-hour WhatsApp window is closed');
    expect(notes({ key: 'c', type: 'call', begin_message: 'Hi' })).toContain('24-hour WhatsApp window is closed');
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
        key: 'b',
        type: 'branch',
        then: 'gone',
        else: 'kept',
        conditions: [{ field: 'status.key', operator: 'eq', value: 'contacted' }],
      },
      mail('gone', { next: 'end' }),
      mail('kept'),
      { key: 'end', type: 'exit' },
    ]);
    const status = { key: 'qualified', category: 'active', entered_at: '2026-03-01T10:00:00.000Z', previous_key: null };
    const { timeline } = simulate(funnel, factsOf({ status, statuses: funnel.statuses }), options());
    expect(timeline.map(({ step_key }) => step_key)).toEqual(['back', 'b', 'kept']);
    expect(timeline[0]?.note).toBe("does nothing; set_status: The status can't move back to an earlier one.");
  });

  it('names skipped steps with their reason, and ends where only a person could continue', () => {
    const nobody = simulate(definition, factsOf({ lead: { email: null } }), options());
    expect(nobody.timeline[0]).toMatchObject({ step_key: 'one', note: expect.stringContaining('missing_contact') });
    const hold = { reason: 'workflow_paused' as const, until: null, detail: 'Paused.' };
    expect(simulate(definition, factsOf({ holds: [hold] }), options()).outcome.reason).toBe('held');
  });

  it('ends even if a cadence would continue for years', () => {
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
