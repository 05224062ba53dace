import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addAgent } from '../../support/messaging.js';

const api = useApi();
const TAG = { type: 'add_tag', params: { tags: ['seen'] } };
const step = { action: TAG };
const when = (condition: object, more: object = {}) => ({ conditions: [condition], on_match: TAG, ...more });
const isAda = { source: 'lead', key: 'first_name', operator: 'eq', value: 'Ada' };

describe('POST /background-jobs', () => {
  describe('400', () => {
    const four = [step, step, step, step];
    const many = Array.from({ length: 11 }, () => isAda);
    const cases: [string, object, string, string][] = [
      ['no steps', {}, 'VALIDATION_ERROR', '/steps'],
      ['zero steps', { steps: [] }, 'VALIDATION_ERROR', '/steps'],
      ['four steps', { steps: four }, 'VALIDATION_ERROR', '/steps'],
      ['an unknown key', { steps: [step], colour: 'red' }, 'VALIDATION_ERROR', '/colour'],
      ['501 leads', { steps: [step], max_leads_per_cycle: 501 }, 'VALIDATION_ERROR', '/max_leads_per_cycle'],
      ['0 leads', { steps: [step], max_leads_per_cycle: 0 }, 'VALIDATION_ERROR', '/max_leads_per_cycle'],
      ['a cooldown over a year', { steps: [step], cooldown_minutes: 527_041 }, 'VALIDATION_ERROR', '/cooldown_minutes'],
      ['cron without expression', { steps: [step], trigger_type: 'cron' }, 'VALIDATION_ERROR', '/cron_expression'],
      ['event without event', { steps: [step], trigger_type: 'event' }, 'VALIDATION_ERROR', '/event'],
      ['a bad cron', { steps: [step], cron_expression: '61 9 * * *' }, 'INVALID_CRON', '/cron_expression'],
      ['six cron fields', { steps: [step], cron_expression: '0 0 9 * * *' }, 'INVALID_CRON', '/cron_expression'],
      ['cron signs that differ', { steps: [step], cron_expression: '0 9 L * ?' }, 'INVALID_CRON', '/cron_expression'],
      ['a day that never comes', { steps: [step], cron_expression: '0 9 31 2 *' }, 'INVALID_CRON', '/cron_expression'],
      [
        'values of a template in no form of WhatsApp’s',
        {
          steps: [
            {
              action: {
                type: 'send_message',
                params: { channel: 'whatsapp', template_name: 'x', components: [{ type: 'body', parameters: 'x' }] },
              },
            },
          ],
        },
        'VALIDATION_ERROR',
        '/steps/0/action/params/components/0/parameters',
      ],
      ['a bad zone', { steps: [step], timezone: 'Mars/Base' }, 'INVALID_TIMEZONE', '/timezone'],
      [
        'an unknown event',
        { steps: [step], trigger_type: 'event', event: { kinds: ['lead.sneezed'] } },
        'UNKNOWN_EVENT',
        '/event/kinds/0',
      ],
      [
        'an event that nothing writes',
        { steps: [step], trigger_type: 'event', event: { kinds: ['lead.updated', 'lead.merged'] } },
        'UNKNOWN_EVENT',
        '/event/kinds/1',
      ],
      [
        'an event without a lead',
        { steps: [step], trigger_type: 'event', event: { kinds: ['lead.updated', 'import.completed'] } },
        'UNKNOWN_EVENT',
        '/event/kinds/1',
      ],
      [
        'an event of a lead that is gone',
        { steps: [step], trigger_type: 'event', event: { kinds: ['lead.deleted'] } },
        'UNKNOWN_EVENT',
        '/event/kinds/0',
      ],
      [
        'a change that no event reports',
        {
          steps: [step],
          trigger_type: 'event',
          event: { kinds: ['message.sent'], filter: [{ field: 'engagement.opened_count', operator: 'changed' }] },
        },
        'VALIDATION_ERROR',
        '/event/filter/0/operator',
      ],
      [
        'an unknown operator',
        { steps: [step, when({ ...isAda, operator: 'resembles' })] },
        'UNKNOWN_OPERATOR',
        '/steps/1/conditions/0/operator',
      ],
      [
        'an unknown operator in a filter',
        {
          steps: [step],
          trigger_type: 'event',
          event: { kinds: ['lead.created'], filter: [{ ...isAda, operator: 'x' }] },
        },
        'UNKNOWN_OPERATOR',
        '/event/filter/0/operator',
      ],
      [
        'an unknown source',
        { steps: [when({ ...isAda, source: 'stars' })] },
        'VALIDATION_ERROR',
        '/steps/0/conditions/0/source',
      ],
      [
        'an unknown field',
        { steps: [when({ ...isAda, key: 'shoe' })] },
        'VALIDATION_ERROR',
        '/steps/0/conditions/0/key',
      ],
      [
        'a wrong value',
        { steps: [when({ ...isAda, operator: 'gt' })] },
        'VALIDATION_ERROR',
        '/steps/0/conditions/0/value',
      ],
      [
        'a bad date',
        { steps: [when({ source: 'metadata', key: 'a', operator: 'before', value: 'soon' })] },
        'INVALID_DATE',
        '/steps/0/conditions/0/value',
      ],
      [
        'a bad pattern',
        { steps: [when({ ...isAda, operator: 'regex', value: '(' })] },
        'INVALID_REGEX',
        '/steps/0/conditions/0/value',
      ],
      [
        'a back reference',
        { steps: [when({ ...isAda, operator: 'regex', value: '(a)\\1' })] },
        'INVALID_REGEX',
        '/steps/0/conditions/0/value',
      ],
      [
        'a long pattern',
        { steps: [when({ ...isAda, operator: 'regex', value: 'a'.repeat(201) })] },
        'INVALID_REGEX',
        '/steps/0/conditions/0/value',
      ],
      [
        'an event source without event',
        { steps: [when({ source: 'event', key: 'a', operator: 'exists' })] },
        'VALIDATION_ERROR',
        '/steps/0/conditions/0/source',
      ],
      [
        'eleven conditions',
        { steps: [{ conditions: many, on_match: TAG }] },
        'VALIDATION_ERROR',
        '/steps/0/conditions',
      ],
      [
        'an unknown action',
        { steps: [{ action: { type: 'explode', params: {} } }] },
        'UNKNOWN_ACTION',
        '/steps/0/action/type',
      ],
      [
        'an unknown branch',
        { steps: [when(isAda, { on_no_match: { type: 'explode' } })] },
        'UNKNOWN_ACTION',
        '/steps/0/on_no_match/type',
      ],
      [
        'a wrong param',
        { steps: [{ action: { type: 'add_tag', params: { tags: 'x' } } }] },
        'VALIDATION_ERROR',
        '/steps/0/action/params/tags',
      ],
      [
        'an unknown param',
        { steps: [{ action: { type: 'add_note', params: { text: 'x', loud: true } } }] },
        'VALIDATION_ERROR',
        '/steps/0/action/params/loud',
      ],
      [
        'a text that is no template',
        { steps: [{ action: { type: 'add_note', params: { text: '{{ lead.' } } }] },
        'VALIDATION_ERROR',
        '/steps/0/action/params/text',
      ],
      ['action and conditions', { steps: [{ ...step, conditions: [isAda] }] }, 'VALIDATION_ERROR', '/steps/0/action'],
      ['conditions without on_match', { steps: [{ conditions: [isAda] }] }, 'VALIDATION_ERROR', '/steps/0/on_match'],
      ['an empty step', { steps: [{}] }, 'VALIDATION_ERROR', '/steps/0'],
      [
        'a step back',
        { steps: [step, when(isAda, { on_no_match: { type: 'goto_step', index: 0 } })] },
        'VALIDATION_ERROR',
        '/steps/1/on_no_match/index',
      ],
      [
        'a step behind the last',
        { steps: [when(isAda, { on_no_match: { type: 'goto_step', index: 2 } })] },
        'VALIDATION_ERROR',
        '/steps/0/on_no_match/index',
      ],
      [
        'a lead action of an agent job',
        { scope: 'workflow_scoped', steps: [step] },
        'UNKNOWN_ACTION',
        '/steps/0/action/type',
      ],
      [
        'an agent action of a lead job',
        { steps: [{ action: { type: 'pause_workflow', params: {} } }] },
        'UNKNOWN_ACTION',
        '/steps/0/action/type',
      ],
      [
        'an unknown workflow',
        { steps: [step], lead_filters: [{ workflow_id: newId() }] },
        'VALIDATION_ERROR',
        '/lead_filters/0/workflow_id',
      ],
      [
        'a filter without workflow',
        { steps: [step], lead_filters: [{ status_keys: ['new'] }] },
        'VALIDATION_ERROR',
        '/lead_filters/0/workflow_id',
      ],
      [
        'http',
        { steps: [{ action: { type: 'call_webhook', params: { url: 'http://example.com' } } }] },
        'VALIDATION_ERROR',
        '/steps/0/action/params/url',
      ],
    ];
    it.each(cases)('names the place of %s', async (_what, body, code, field) => {
      const account = await api.account();
      const answer = await account.request('post', '/background-jobs').send(body).expect(400);
      expect({ code: answer.body.code, field: answer.body.field }).toEqual({ code, field });
      expect(answer.body).toMatchObject({ error: 'Validation error', message: expect.any(String) });
      expect((await account.request('get', '/background-jobs')).body.data).toEqual([]);
    });

    const regex = (value: unknown) => ({ steps: [when({ ...isAda, operator: 'regex', value })] });
    const kinds = (kinds: string[]) => ({ steps: [step], trigger_type: 'event', event: { kinds } });
    const metadata = (more: object) => ({ steps: [when({ source: 'metadata', key: 'a', ...more })] });
    const value = '/steps/0/conditions/0/value';
    const told: [string, object, string, RegExp][] = [
      ['four steps', { steps: four }, '/steps', /at most 3 items/],
      ['501 leads', { steps: [step], max_leads_per_cycle: 501 }, '/max_leads_per_cycle', /at most 500/],
      ['a bad minute', { steps: [step], cron_expression: '61 9 * * *' }, '/cron_expression', /0 to 59, with \* , - \//],
      ['a bad shorthand', { steps: [step], cron_expression: '@reboot' }, '/cron_expression', /@hourly.*@yearly/],
      ['cron without expression', { steps: [step], trigger_type: 'cron' }, '/cron_expression', /required .* cron/],
      ['an unknown trigger', { steps: [step], trigger_type: 'weekly' }, '/trigger_type', /cron, event, api/],
      ['an unknown event', kinds(['lead.sneezed']), '/event/kinds/0', /lead\.created, lead\.updated/],
      ['no event kinds', kinds([]), '/event/kinds', /must not be empty/],
      [
        'an unknown operator',
        { steps: [step, when({ ...isAda, operator: 'resembles' })] },
        '/steps/1/conditions/0/operator',
        /eq, neq, in, not_in/,
      ],
      [
        'an unknown source',
        { steps: [when({ ...isAda, source: 'stars' })] },
        '/steps/0/conditions/0/source',
        /lead, metadata, field/,
      ],
      [
        'an unknown field',
        { steps: [when({ ...isAda, key: 'shoe' })] },
        '/steps/0/conditions/0/key',
        /first_name, last_name, email/,
      ],
      [
        'an unknown field in short',
        { steps: [when({ field: 'lead.shoe', operator: 'eq', value: 1 })] },
        '/steps/0/conditions/0/field',
        /first_name, last_name, email/,
      ],
      ['a deep path', metadata({ key: 'a.b.c.d.e.f', operator: 'exists' }), '/steps/0/conditions/0/key', /5 parts/],
      ['a text to compare in size', metadata({ operator: 'gt', value: 'much' }), value, /number or a date/],
      ['one value for a list', metadata({ operator: 'in', value: 3 }), value, /list of 1 to 500/],
      ['a text for a stretch', metadata({ operator: 'within_next', value: 'x', unit: 'days' }), value, /integer/],
      ['days without a test', metadata({ operator: 'days_until', value: 3 }), value, /op.*integer/],
      [
        'an unknown unit',
        metadata({ operator: 'within_last', value: 3, unit: 'years' }),
        '/steps/0/conditions/0/unit',
        /minutes, hours, days, weeks, months/,
      ],
      ['a pattern that backtracks', regex('(a+)+\\1'), value, /no back references/],
      ['a pattern that looks ahead', regex('(?=a+)a*b'), value, /no looking around/],
      ['a pattern that possesses', regex('a++b'), value, /as RE2 does/],
      ['a pattern that repeats often', regex('a{1001}'), value, /at most 1000 repetitions/],
      ['a pattern that multiplies', regex('((a{0,100}){0,100}){0,100}'), value, /at most 1000 repetitions/],
      ['a pattern that repeats anything', regex('(.{0,100}){0,5}z'), value, /smaller counts/],
      ['a number for a pattern', regex(5), value, /must be a regular expression/],
      [
        'an unknown action',
        { steps: [{ action: { type: 'explode', params: {} } }] },
        '/steps/0/action/type',
        /add_tag/,
      ],
      ['both', { steps: [{ ...step, conditions: [isAda] }] }, '/steps/0/action', /Use on_match/],
      [
        'a long delay',
        { steps: [{ action: { ...TAG, delay_seconds: 86_401 } }] },
        '/steps/0/action/delay_seconds',
        /86400/,
      ],
      [
        'a filter by an unknown workflow',
        { steps: [step], workflow_filters: { workflow_ids: [newId()] } },
        '/workflow_filters/workflow_ids/0',
        /workflow of this account/,
      ],
      [
        'an unknown campaign',
        { steps: [step], workflow_filters: { campaign_ids: [newId()] } },
        '/workflow_filters/campaign_ids/0',
        /campaign of this account/,
      ],
      ...(
        [
          ['assign_workflow', 'workflow_id', {}, /workflow of/],
          ['run_function', 'function_id', {}, /cloud function of/],
          ['send_message', 'template_id', { channel: 'email' }, /template of/],
        ] as [string, string, object, RegExp][]
      ).map(([type, name, more, allowed]): [string, object, string, RegExp] => [
        `an unknown ${name}`,
        { steps: [{ action: { type, params: { [name]: newId(), ...more } } }] },
        `/steps/0/action/params/${name}`,
        allowed,
      ]),
    ];
    it.each(told)(
      'says what is allowed instead of %s, on creation, change and preview',
      async (_what, body, field, allowed) => {
        const account = await api.account();
        const { body: made } = await account
          .request('post', '/background-jobs')
          .send({ steps: [step] })
          .expect(201);
        for (const [method, path] of [
          ['post', '/background-jobs'],
          ['patch', `/background-jobs/${made.data.id}`],
          ['post', '/background-jobs/preview'],
        ] as const) {
          const answer = await account.request(method, path).send(body).expect(400);
          expect(answer.body).toMatchObject({ field, message: expect.stringMatching(allowed) });
        }
        const { body: after } = await account.request('get', `/background-jobs/${made.data.id}`).expect(200);
        expect(after.data.steps).toEqual(made.data.steps);
      },
    );

    it('takes no more than 500 leads for a run, all of them ids', async () => {
      const account = await api.account();
      const { body } = await account
        .request('post', '/background-jobs')
        .send({ steps: [step] })
        .expect(201);
      const run = (lead_ids: unknown[]) =>
        account.request('post', `/background-jobs/${body.data.id}/run`).send({ lead_ids });
      const many = await run(Array.from({ length: 501 }, () => newId())).expect(400);
      expect(many.body).toMatchObject({ field: '/lead_ids', message: expect.stringContaining('500') });
      expect((await run(['x']).expect(400)).body.field).toBe('/lead_ids/0');
      expect(await api.db('job_cycles').where({ job_id: body.data.id })).toEqual([]);
    });

    it('takes a foreign workflow for an unknown one', async () => {
      const [mine, theirs] = [await api.account(), await api.account()];
      const workflow_id = await addAgent(api, theirs);
      const { body } = await mine
        .request('post', '/background-jobs')
        .send({ steps: [step], lead_filters: [{ workflow_id }] })
        .expect(400);
      expect(body.field).toBe('/lead_filters/0/workflow_id');
    });
  });
});
