import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Facts } from '../../domain/facts.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import { ACTIONS, planActions } from '../../domain/rules/actions/index.js';
import { applyToFacts } from '../../domain/rules/apply-to-facts.js';
import {
  ACTION_TYPES,
  type Action,
  type ActionOf,
  type ActionType,
  actionParams,
} from '../../schemas/rules/actions.js';
import { EFFECTS } from '../../services/rules/effects/index.js';
import { factsOf } from '../support/cadence.js';

const NOW = new Date('2026-03-02T10:00:00Z');
const render = (template: string) => template.replace('{{lead.first_name}}', 'Ana');
const plan = (action: Action, facts: Facts = factsOf()) =>
  planActions([action], { facts, now: NOW, render }, 'run/step/1');
const params = (action: Action, facts?: Facts) => plan(action, facts).effects[0]?.params;
const WORKFLOW = '0190a0de-0000-7000-8000-0000000000bb';

describe('the registry of actions', () => {
  it.each(ACTION_TYPES)('has the schema, the definition and the effect of %s', (type) => {
    const { plan: planner, target, scopes } = ACTIONS[type];
    expect(actionParams(type)).toBeDefined();
    expect(typeof planner).toBe('function');
    expect(['lead', 'run', 'workflow']).toContain(target);
    expect(scopes.length).toBeGreaterThan(0);
    expect(typeof EFFECTS[type]).toBe('function');
  });

  it('has no action without a schema', () => {
    for (const registered of [ACTIONS, EFFECTS])
      expect(Object.keys(registered).sort()).toEqual([...ACTION_TYPES].sort());
  });

  it('is the only place that depends on the type of an action or effect: no switch repeats it', () => {
    const inFolders = ['domain', 'services', 'activities', 'functions'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    );
    const types = ACTION_TYPES.join('|');
    const switches = inFolders
      .filter((file) => file.endsWith('.ts'))
      // Tools of an agent and changes of many leads share names with some actions.
      .filter((file) => !/^(domain\/agent|services\/conversations)\/|^services\/leads\/change-leads/.test(file))
      .filter((file) => new RegExp(`case '(${types})':`).test(readFileSync(file, 'utf8')));
    expect(switches).toEqual([]);
  });
});

describe('actions become effects', () => {
  const table: { [T in ActionType]: ActionOf<T> } = {
    add_tag: { type: 'add_tag', params: { tags: ['VIP', 'vip', ' '] } },
    remove_tag: { type: 'remove_tag', params: { tags: ['Old'] } },
    set_tags: { type: 'set_tags', params: { tags: [] } },
    set_metadata: {
      type: 'set_metadata',
      params: { values: { note: 'Hi {{lead.first_name}}', gone: null }, unset: ['x'] },
    },
    set_field: { type: 'set_field', params: { key: 'budget', value: '9000' } },
    set_status: { type: 'set_status', params: { status_key: 'engaged' } },
    assign_workflow: { type: 'assign_workflow', params: { workflow_id: WORKFLOW } },
    stop_automation: { type: 'stop_automation', params: { reason: 'busy', auto_resume_after_minutes: 30 } },
    resume_automation: { type: 'resume_automation', params: {} },
    add_note: { type: 'add_note', params: { text: 'Call {{lead.first_name}}' } },
    assign_owner: { type: 'assign_owner', params: {} },
    send_message: {
      type: 'send_message',
      params: { channel: 'email', subject: 'Hi {{lead.first_name}}', content: 'x' },
    },
    goto_cadence_step: { type: 'goto_cadence_step', params: { step_key: 'one' } },
    skip_cadence_step: { type: 'skip_cadence_step', params: {} },
    restart_cadence: { type: 'restart_cadence', params: {} },
    trigger_call: { type: 'trigger_call', params: {} },
    call_webhook: {
      type: 'call_webhook',
      params: { url: 'https://example.com/hook', body: { name: '{{lead.first_name}}' } },
    },
    notify_user: { type: 'notify_user', params: { role: 'owner', text: 'Look at {{lead.first_name}}' } },
    create_task: { type: 'create_task', params: { title: 'Call {{lead.first_name}}', due_in_hours: 2 } },
    pause_workflow: { type: 'pause_workflow', params: {} },
    resume_workflow: { type: 'resume_workflow', params: {} },
    offer_meeting: { type: 'offer_meeting', params: { meeting_type_id: WORKFLOW, channel: 'email' } },
    cancel_meeting: { type: 'cancel_meeting', params: { reason: 'moved away' } },
    run_function: { type: 'run_function', params: { function_id: WORKFLOW } },
    record_conversion: { type: 'record_conversion', params: { conversion_type_id: WORKFLOW, amount: 5 } },
    opt_out: { type: 'opt_out', params: { channels: ['email'], reason: 'Asked in person' } },
  };
  const samples: Action[] = Object.values(table);
  const ahead = { status: 'confirmed', starts_at: '2026-03-03T10:00:00Z', ends_at: '2026-03-03T10:30:00Z' };
  const facts = factsOf({ tags: ['old'], fieldTypes: { budget: 'number' }, meetings: [ahead] });

  it('each type has one', () => {
    expect(samples.map((action) => action.type).sort()).toEqual([...ACTION_TYPES].sort());
    for (const action of samples) expect([action.type, plan(action, facts).effects.length]).toEqual([action.type, 1]);
  });
  it('with everything resolved and rendered', () => {
    const planned = Object.fromEntries(samples.map((action) => [action.type, params(action, facts)]));
    expect(planned).toMatchObject({
      add_tag: { tags: ['VIP'] },
      remove_tag: { tags: ['Old'] },
      set_tags: { tags: [] },
      set_metadata: { values: { note: 'Hi Ana' }, unset: ['x', 'gone'] },
      set_field: { key: 'budget', value: 9000, value_text: '9000', confidence: 1 },
      set_status: { status_key: 'engaged', reason: null, workflow_id: null, allow_downgrade: false },
      assign_workflow: { workflow_id: WORKFLOW, skip_first_message: false, reenrollment: null },
      stop_automation: { reason: 'busy', auto_resume_at: '2026-03-02T10:30:00.000Z' },
      resume_automation: { resume_cadence: false, resume_policy: 'shift' },
      add_note: { text: 'Call Ana' },
      assign_owner: { user_id: null, strategy: 'round_robin' },
      send_message: { subject: 'Hi Ana', respect_window: true, respect_caps: true, if_window_closed: 'skip' },
      goto_cadence_step: { step_key: 'one', step_index: null },
      trigger_call: { begin_message: null, max_attempts: 1, retry_minutes: [] },
      offer_meeting: { meeting_type_id: WORKFLOW, host_id: null, slots: 3, channel: 'email' },
      cancel_meeting: { reason: 'moved away' },
      record_conversion: { conversion_type_id: WORKFLOW, amount: 5, currency: null },
      opt_out: { channels: ['email'], reason: 'Asked in person' },
    });
  });
  it('with a key each, so that a repeated plan is applied once', () => {
    const twice = [0, 1].map(() => planActions(samples, { facts, now: NOW, render }, 'run/step/1'));
    const keys = twice.map((one) => one.effects.map((effect) => effect.idempotency_key));
    expect(keys[0]).toEqual(keys[1]);
    expect(new Set(keys[0]).size).toBe(samples.length);
  });
  it('unless there is nothing to do, which is said', () => {
    const idle: Action[] = [
      { type: 'add_tag', params: { tags: ['old'] } },
      { type: 'remove_tag', params: { tags: ['new'] } },
      { type: 'set_tags', params: { tags: ['Old'] } },
      { type: 'set_metadata', params: {} },
      { type: 'set_field', params: { key: 'budget', value: null } },
      { type: 'set_status', params: { status_key: 'new' } },
      { type: 'add_note', params: { text: ' ' } },
      { type: 'goto_cadence_step', params: {} },
      { type: 'cancel_meeting', params: {} },
    ];
    const planned = planActions(idle, { facts: { ...facts, meetings: [] }, now: NOW, render }, 'x');
    expect(planned.effects).toEqual([]);
    expect(planned.skipped.map((skipped) => skipped.type)).toEqual(idle.map((action) => action.type));
  });
  describe('that set a status', () => {
    const statuses = ['new', 'contacted', 'qualified'].map((key, position) => ({ key, position, is_terminal: false }));
    const status = { key: 'qualified', category: 'active', entered_at: '', previous_key: null };
    const known = factsOf({ statuses, status });
    const to = (status_key: string, more: object = {}): Action => ({
      type: 'set_status',
      params: { status_key, ...more },
    });
    const told = (...actions: Action[]) => {
      const { effects, skipped } = planActions(actions, { facts: known, now: NOW, render }, 'x');
      return [
        effects.map(({ params: { status_key } }: { params: object & { status_key?: string } }) => status_key),
        skipped.map(({ reason }) => reason),
      ];
    };
    it('go back only where that is allowed', () => {
      expect(told(to('contacted'))).toEqual([[], ["The status can't move back to an earlier one."]]);
      expect(told(to('contacted', { workflow_id: known.agentId }))).toEqual([
        [],
        ["The status can't move back to an earlier one."],
      ]);
      expect(told(to('contacted', { allow_downgrade: true }))).toEqual([['contacted'], []]);
    });
    it('know the statuses of their own agent, not of others', () => {
      expect(told(to('won'))).toEqual([[], ['The workflow has no status won.']]);
      expect(told(to('won', { workflow_id: WORKFLOW }))).toEqual([['won'], []]);
    });
    it('start from where those before them lead', () => {
      const back = to('new', { allow_downgrade: true });
      expect(told(back, to('contacted'), to('new'))).toEqual([
        ['new', 'contacted'],
        ["The status can't move back to an earlier one."],
      ]);
    });
    it('keep those after them from being done where they can’t be, if they are to', () => {
      const stopping: Action = { ...to('contacted'), on_error: 'stop' };
      expect(told(stopping, to('new', { allow_downgrade: true }))).toEqual([
        [],
        ["The status can't move back to an earlier one."],
      ]);
      expect(told({ ...to('qualified'), on_error: 'stop' }, to('new', { allow_downgrade: true }))).toEqual([
        ...[['new'], ['The lead already has this status.']],
      ]);
    });
  });
  describe('that opt out', () => {
    const OUT = { whatsapp: 'unknown', email: 'opted_out', call: 'opted_in', sms: 'unknown' } as const;
    const known = factsOf({ consent: OUT });
    it('take the lead out of what it is not out of yet, of all channels where none is named', () => {
      expect(params({ type: 'opt_out', params: {} }, known)).toEqual({
        channels: ['whatsapp', 'call', 'sms'],
        reason: null,
      });
      expect(plan({ type: 'opt_out', params: { channels: ['email'] } }, known)).toMatchObject({
        effects: [],
        skipped: [{ reason: 'The lead has already opted out.' }],
      });
    });
    it('end the run, for what is planned after them', () => {
      const { effects } = plan({ type: 'opt_out', params: { channels: ['sms'] } }, known);
      const run = { step_index: 0, attempts: 0, cadence_state: 'waiting', variant: null };
      const enrolled = { ...known, run: { ...run, started_at: null, last_step_at: null } };
      const after = applyToFacts(enrolled, effects, NOW, () => 'active');
      expect(after.consent).toEqual({ ...OUT, sms: 'opted_out' });
      const next = planActions([{ type: 'stop_automation', params: {} }], { facts: after, now: NOW, render }, 'y');
      expect(next.skipped).toMatchObject([{ reason: 'The lead’s run has ended.' }]);
    });
  });
  it('never write into a prototype', () => {
    const values = JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "ok": 2}');
    expect(params({ type: 'set_metadata', params: { values } })).toEqual({ values: { ok: 2 }, unset: [] });
  });
});

describe('effects on paper', () => {
  it('change the facts as they would change the lead', () => {
    const actions: Action[] = [
      { type: 'add_tag', params: { tags: ['Spring Fair'] } },
      { type: 'remove_tag', params: { tags: ['old'] } },
      { type: 'set_metadata', params: { values: { a: 1 }, unset: ['b'] } },
      { type: 'set_field', params: { key: 'budget', value: 5 } },
      { type: 'set_status', params: { status_key: 'engaged' } },
      { type: 'assign_owner', params: { user_id: WORKFLOW } },
      { type: 'add_note', params: { text: 'x' } },
    ];
    const before = factsOf({ tags: ['old'], metadata: { b: 2, c: 3 } });
    const { effects } = planActions(actions, { facts: before, now: NOW, render }, 'x');
    const after = applyToFacts(before, effects, NOW, () => 'active');
    expect(after).toMatchObject({
      tags: ['spring-fair'],
      metadata: { a: 1, c: 3 },
      variables: { budget: { value: 5, value_text: '5', confidence: 1, updated_at: NOW.toISOString() } },
      status: { key: 'engaged', category: 'active', previous_key: 'new' },
      lead: { owner_id: WORKFLOW },
    });
    expect(after.metadata).not.toHaveProperty('b');
    expect(before.tags).toEqual(['old']);
  });
});

describe('tag slugs', () => {
  it('are one for all spellings of a name, in any script', () => {
    expect(['Spring  Fair!', ' spring-fair', 'SPRING_FAIR'].map(tagSlug)).toEqual(Array(3).fill('spring-fair'));
    expect([tagSlug('Übergröße'), tagSlug('東京 2026'), tagSlug('!!!'), tagSlug(' ')]).toEqual([
      ...['übergröße', '東京-2026', '!!!', ''],
    ]);
  });

  it('keep the signs that tell names apart', () => {
    const names = [
      'C',
      'C++',
      'C#',
      'R&D',
      '+1',
      '1',
      '50%',
      '50',
      '€',
      '$',
      'VIP',
      'VIP ⭐',
      '⭐',
      'A+',
      'A*',
      '#1',
      '@1',
    ];
    expect(new Set(names.map(tagSlug)).size).toBe(names.length);
    expect(['R & D', 'r&d', ' R& d '].map(tagSlug)).toEqual(Array(3).fill('r&d'));
    expect(names.map((name) => tagSlug(tagSlug(name)))).toEqual(names.map(tagSlug));
  });
});
