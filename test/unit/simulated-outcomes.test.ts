import { describe, expect, it } from '@jest/globals';
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
      key: 'ring',
      type: 'call',
      begin_message: 'Hello',
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

  it('ends its step even if it is reported long after, before the next attempt', () => {
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

  it('leaves all attempts if no answer is assumed', () => {
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
      calls_count: 1,
      calls_answered: 1,
      last_call: { ...longAgo, at: '2026-01-06T16:00:00.000Z' },
    },
  });

  it('that is not assumed is a missed call for conditions, whatever an earlier one was', () => {
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

  it('counts each call once, also one that is reported after it counted as missed', () => {
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
