import { describe, expect, it } from '@jest/globals';
import type { ApiError } from '../../api/http/errors.js';
import { bodyChecker } from '../../api/http/request/validation.js';
import { checkContents, checkDefinition, definitionWarnings } from '../../domain/cadence/check.js';
import { completeDefinition, patchDefinition } from '../../domain/cadence/complete.js';
import { channelsUsed } from '../../domain/cadence/steps.js';
import { Agent, AgentDefinition, CreateAgentBody, UpdateAgentBody } from '../../schemas/agents/agents.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { definitionOf, lasting, mail } from '../support/cadence.js';

const create = bodyChecker(CreateAgentBody);
const fault = (body: unknown): ApiError => {
  try {
    create(body);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('was accepted');
};
const three = [{ type: 'message', subject: 'a', content: 'b' }, { type: 'wait', delay: lasting(1) }, { type: 'exit' }];

describe('an agent', () => {
  it('is complete with a name and three steps', () => {
    const body = create({ name: 'Welcome', cadence: { steps: three } }) as CreateAgentBody;
    const definition = completeDefinition(body, 'Europe/Madrid');
    expect(() => bodyChecker(AgentDefinition)(structuredClone(definition))).not.toThrow();
    expect(checkDefinition(definition)).toEqual([]);
    expect(checkContents(definition)).toEqual([]);
    expect(definition.statuses.map(({ key, is_terminal }) => (is_terminal ? `${key}!` : key))).toEqual([
      ...['new', 'contacted', 'engaged', 'qualified', 'converted!', 'lost!', 'expired!'],
    ]);
    expect(definition).toMatchObject({
      goal_type: 'custom',
      timezone: 'Europe/Madrid',
      exit: { on_reply: 'pause', on_meeting_booked: 'stop', on_hard_bounce: 'channel_off' },
      reenrollment: { policy: 'after_exit', cooldown_days: 0, max_entries: null },
      cadence: { steps: [{ key: 'step_1' }, { key: 'step_2' }, { key: 'step_3' }] },
    });
  });

  it('takes null for absent wherever a field may be left out', () => {
    const steps = [
      { type: 'message', key: null, subject: 'a', content: 'b', delay: null, window: null, variants: null },
    ];
    const body = create({
      name: 'x',
      timezone: null,
      exit: { on_reply: null },
      limits: { per_lead: null },
      cadence: { steps, window: null },
    });
    const definition = completeDefinition(body as CreateAgentBody, 'UTC');
    expect(definition).toMatchObject({ timezone: 'UTC', exit: { on_reply: 'pause' }, limits: {} });
    expect(definition.cadence.steps).toEqual([{ type: 'message', key: 'step_1', subject: 'a', content: 'b' }]);
  });

  it('keeps nulls that are values to compare with or to set', () => {
    const actions = [{ type: 'set_metadata' as const, params: { values: { gone: null } } }];
    const definition = definitionOf([{ type: 'set', key: 's', actions }]);
    expect(definition.cadence.steps[0]).toMatchObject({ actions });
  });

  it('never gives two steps the same made-up key', () => {
    const definition = definitionOf([{ type: 'exit' }, { type: 'exit', key: 'step_1' }, { type: 'exit' }]);
    expect(definition.cadence.steps.map((step) => step.key)).toEqual(['step_1_2', 'step_1', 'step_3']);
  });

  it('completes statuses and fields that name only a key', () => {
    const definition = definitionOf([mail('one')], {
      statuses: [{ key: 'open_now' }, { key: 'done', category: 'won' }],
      fields: [{ key: 'shoe_size', type: 'number' }],
    });
    expect(definition.statuses).toMatchObject([
      { key: 'open_now', label: 'Open now', category: 'open', is_initial: true, is_terminal: false, position: 0 },
      { key: 'done', category: 'won', is_initial: false, is_terminal: true, position: 1 },
    ]);
    expect(definition.fields).toMatchObject([
      { key: 'shoe_size', label: 'Shoe size', type: 'number', required: false },
    ]);
  });

  it('is changed in parts: absent stays, null goes back to the default', () => {
    const before = definitionOf([mail('one')], { exit: { on_reply: 'stop' }, limits: { max_new_per_day: 5 } });
    const patch = bodyChecker(UpdateAgentBody)({ name: 'Other', exit: null, paused: true }) as UpdateAgentBody;
    const after = patchDefinition(before, patch, 'Europe/Madrid');
    expect(after).toMatchObject({ name: 'Other', exit: { on_reply: 'pause' }, limits: { max_new_per_day: 5 } });
    expect(after).not.toHaveProperty('paused');
  });

  it('names in /openapi.json’s schema all that an answer holds', () => {
    expect(Object.keys(Agent.properties)).toEqual(expect.arrayContaining(Object.keys(AgentDefinition.properties)));
  });
});

describe('the schema of a step', () => {
  const steps = (...list: unknown[]) => fault({ name: 'x', cadence: { steps: list } });
  it('points at the very field that is wrong', () => {
    expect(steps({ type: 'message', chanel: 'email' }).extras.field).toBe('/cadence/steps/0/chanel');
    expect(steps({ type: 'wait' }).extras.field).toBe('/cadence/steps/0/delay');
    expect(steps({ type: 'wait', delay: { type: 'after', amount: 1, unit: 'fortnights' } }).extras.field).toBe(
      '/cadence/steps/0/delay/unit',
    );
    expect(steps({ type: 'message', channel: 'pigeon' }).extras.field).toBe('/cadence/steps/0/channel');
    const branch = { type: 'branch', conditions: [{ field: 'lead.email', operator: 'like' }] };
    expect(steps(branch).extras.field).toBe('/cadence/steps/0/conditions/0/operator');
    const set = { type: 'set', actions: [{ type: 'add_tag', params: {} }] };
    expect(steps(set).extras.field).toBe('/cadence/steps/0/actions/0/params/tags');
    expect(steps({ type: 'dance' }).extras.field).toBe('/cadence/steps/0/type');
    expect(steps({ type: 'goal', any: [{ field: 'lead.email', operator: 'exists', vlaue: 1 }] }).extras.field).toBe(
      '/cadence/steps/0/any/0/vlaue',
    );
  });
});

describe('words that are not known', () => {
  const code = (step: unknown) => {
    const { code, extras, message } = fault({ name: 'x', cadence: { steps: [step] } });
    return [code, extras.field, message.includes('must be one of')];
  };
  it('are refused with a code of their own', () => {
    const branch = { type: 'branch', conditions: [{ field: 'lead.email', operator: 'like' }] };
    expect(code(branch)).toEqual(['UNKNOWN_OPERATOR', '/cadence/steps/0/conditions/0/operator', true]);
    const set = { type: 'set', actions: [{ type: 'dance', params: {} }] };
    expect(code(set)).toEqual(['UNKNOWN_ACTION', '/cadence/steps/0/actions/0/type', true]);
    expect(code({ type: 'wait_until', any: ['moon.rose'] })).toEqual(['UNKNOWN_EVENT', '/cadence/steps/0/any/0', true]);
    expect(code({ type: 'goal', any: ['lead.merged'] })).toEqual(['UNKNOWN_EVENT', '/cadence/steps/0/any/0', true]);
    const wait = { type: 'wait_until', any: [{ field: 'lead.email', operator: 'like' }] };
    expect(code(wait)).toEqual(['UNKNOWN_OPERATOR', '/cadence/steps/0/any/0/operator', true]);
    expect(code({ type: 'dance' })).toEqual(['VALIDATION_ERROR', '/cadence/steps/0/type', true]);
  });
});

describe('checking a definition', () => {
  const problems = (steps: CadenceStepRequest[], more: Parameters<typeof definitionOf>[1] = {}) =>
    checkDefinition(definitionOf(steps, more)).map(({ code, field }) => `${code} ${field}`);
  const then = (key: string) => ({ ['then' as const]: key });
  const exists = [{ field: 'lead.email', operator: 'exists' as const }];

  it('refuses targets that don’t exist and keys that stand twice', () => {
    expect(problems([mail('one', { next: 'gone' })])).toEqual(['VALIDATION_ERROR /cadence/steps/0/next']);
    expect(problems([{ type: 'branch', conditions: exists, ...then('gone'), else: 'lost' }])).toEqual([
      'VALIDATION_ERROR /cadence/steps/0/then',
      'VALIDATION_ERROR /cadence/steps/0/else',
    ]);
    expect(problems([{ type: 'split', arms: [{ key: 'a', weight: 1, next: 'gone' }] }])).toEqual([
      'VALIDATION_ERROR /cadence/steps/0/arms/0/next',
    ]);
    expect(problems([{ type: 'wait_until', any: ['email.opened'], on_timeout: 'gone' }])).toEqual([
      'VALIDATION_ERROR /cadence/steps/0/on_timeout',
    ]);
    expect(problems([mail('one'), mail('one')])).toEqual(['VALIDATION_ERROR /cadence/steps/1/key']);
  });

  it('refuses a way back without max_visits, and takes one with it', () => {
    expect(problems([mail('one'), mail('two', { next: 'one' })])).toEqual(['VALIDATION_ERROR /cadence/steps/1/next']);
    expect(problems([mail('one', { max_visits: 2 }), mail('two', { next: 'one' })])).toEqual([]);
    expect(problems([mail('one'), mail('two', { next: 'one', max_visits: 2 })])).toEqual([]);
    expect(problems([mail('one', { next: 'one' })])).toEqual(['VALIDATION_ERROR /cadence/steps/0/next']);
    expect(
      problems([mail('one'), { key: 'b', type: 'branch', conditions: exists, ...then('one') }, mail('z')]),
    ).toHaveLength(1);
    expect(
      problems([
        { key: 'b', type: 'branch', conditions: exists, ...then('z'), else: 'y' },
        mail('y', { next: 'z' }),
        mail('z'),
      ]),
    ).toEqual([]);
  });

  it('refuses unknown zones, windows that end before they begin, unknown holidays', () => {
    expect(problems([mail('one')], { timezone: 'Mars/Olympus' })).toEqual(['INVALID_TIMEZONE /timezone']);
    const window = {
      timezone: 'Mars/Olympus',
      days: { mon: [['18:00', '09:00']] as [string, string][] },
      holidays: ['ES', 'XX'],
    };
    expect(problems([mail('one')], { window })).toEqual([
      'INVALID_TIMEZONE /cadence/window/timezone',
      'VALIDATION_ERROR /cadence/window/days/mon/0',
      'VALIDATION_ERROR /cadence/window/holidays/1',
    ]);
    expect(problems([mail('one', { window: { days: {} } })])).toEqual([
      'VALIDATION_ERROR /cadence/steps/0/window/days',
    ]);
  });

  it('refuses faulty conditions wherever they stand', () => {
    const bad = { field: 'lead.email', operator: 'regex' as const, value: '(' };
    expect(problems([mail('one', { conditions: [bad] })])).toEqual([
      'INVALID_REGEX /cadence/steps/0/conditions/0/value',
    ]);
    expect(problems([{ type: 'goal', any: ['email.opened', bad] }])).toEqual([
      'INVALID_REGEX /cadence/steps/0/any/1/value',
    ]);
    expect(problems([{ type: 'split', arms: [{ key: 'a', conditions: [bad] }] }])).toEqual([
      'INVALID_REGEX /cadence/steps/0/arms/0/conditions/0/value',
    ]);
    expect(problems([{ type: 'branch', conditions: [] }])).toEqual(['VALIDATION_ERROR /cadence/steps/0/conditions']);
  });

  it('wants one initial status that is not terminal, and statuses that exist', () => {
    const statuses = (...list: object[]) => ({
      statuses: list as NonNullable<Parameters<typeof definitionOf>[1]>['statuses'],
    });
    expect(problems([mail('one')], statuses({ key: 'a', category: 'won' }))).toEqual(['VALIDATION_ERROR /statuses']);
    expect(problems([mail('one')], statuses({ key: 'a', is_initial: true }, { key: 'b', is_initial: true }))).toEqual([
      'VALIDATION_ERROR /statuses/1/is_initial',
    ]);
    expect(problems([mail('one')], statuses({ key: 'a', is_initial: true, is_terminal: true }))).toEqual([
      'VALIDATION_ERROR /statuses/0/is_initial',
    ]);
    expect(problems([{ type: 'set', actions: [{ type: 'set_status', params: { status_key: 'none' } }] }])).toEqual([
      'VALIDATION_ERROR /cadence/steps/0/actions/0/params/status_key',
    ]);
  });

  it('wants something to say before it is published', () => {
    const missing = (step: CadenceStepRequest) => checkContents(definitionOf([step])).map(({ field }) => field);
    expect(missing({ type: 'message', subject: 'a' })).toEqual(['/cadence/steps/0/content']);
    expect(missing({ type: 'message', content: 'a' })).toEqual(['/cadence/steps/0/subject']);
    expect(missing({ type: 'message', channel: 'whatsapp', content: 'a' })).toEqual([]);
    expect(
      missing({
        type: 'message',
        variants: [
          { key: 'a', subject: 's', content: 'x' },
          { key: 'b', subject: 's' },
        ],
      }),
    ).toEqual(['/cadence/steps/0/content']);
    expect(missing({ type: 'call' })).toEqual(['/cadence/steps/0/begin_message']);
  });

  it('warns of what may be a slip', () => {
    const definition = definitionOf([
      mail('one', { next: 'end' }),
      mail('lost'),
      { key: 'end', type: 'goal', any: ['message.received'] },
    ]);
    expect(definitionWarnings(definition)).toEqual([
      expect.stringContaining('lost'),
      expect.stringContaining('exit.on_reply is pause'),
    ]);
  });

  it('knows the channels a definition needs', () => {
    const definition = definitionOf([
      { type: 'exit' },
      mail('one', { fallback_channel: 'whatsapp' }),
      { type: 'call' },
    ]);
    expect([...channelsUsed(definition)]).toEqual([
      ['email', '/cadence/steps/1/channel'],
      ['whatsapp', '/cadence/steps/1/fallback_channel'],
      ['call', '/cadence/steps/2/channel'],
    ]);
  });
});
