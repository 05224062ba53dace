import { describe, expect, it } from '@jest/globals';
import { temporalAddress, temporalIdOf } from '../../dashboard/components/temporal-address.js';
import { statusOf } from '../../dashboard/components/test-status.js';
import { limitsInWords, readWarmUp, todayOf, warmUpText } from '../../dashboard/features/channels/warm-up.js';
import { componentsOf, placeholdersOf } from '../../dashboard/features/channels/whatsapp-template.js';
import { functionRunIdOf, functionScheduleIdOf, scheduleIdOf } from '../../domain/flow/ids.js';
import { createCadenceLinks } from '../../temporal/links.js';

const sender = { ramp: null, per_day: null, per_minute: null, created_at: '2026-03-27T22:30:00.000Z' };
const ramp = [
  { day: 1, max: 50 },
  { day: 4, max: 200 },
];

describe('the ramp of a sender', () => {
  it('is read as it is written, in the order of its days, and says which part is none', () => {
    expect(readWarmUp(warmUpText(ramp))).toEqual(ramp);
    expect(readWarmUp(' 4 : 200,\n1: 50, ')).toEqual(ramp);
    expect(readWarmUp(' ')).toBeNull();
    expect(warmUpText(null)).toBe('');
    expect(() => readWarmUp('1: 50, many')).toThrow('“many” isn’t a valid entry');
  });

  it('counts days on the account’s calendar, also where the clocks change', () => {
    const at = (now: string) => todayOf({ ...sender, ramp }, 'Europe/Madrid', new Date(now));
    expect(at('2026-03-27T22:45:00Z')).toEqual({ day: 1, most: 50 });
    expect(at('2026-03-27T23:00:00Z')).toEqual({ day: 2, most: 50 });
    expect(at('2026-03-29T21:59:00Z')).toEqual({ day: 3, most: 50 });
    expect(at('2026-03-29T22:00:00Z')).toEqual({ day: 4, most: 200 });
  });

  it('is the number of messages that can be sent today and next, never above the daily limit', () => {
    const words = (more: object, now = '2026-03-28T12:00:00Z') =>
      limitsInWords({ ...sender, ...more }, 'Europe/Madrid', new Date(now));
    expect(words({})).toBe('No limit');
    expect(words({ per_day: 500, per_minute: 30 })).toBe('500 per day, 30 per minute');
    expect(words({ ramp })).toBe('50 today (day 2 of warm-up), 200 from day 4');
    expect(words({ ramp, per_day: 100 })).toBe('50 today (day 2 of warm-up), 100 from day 4');
    expect(words({ ramp }, '2026-05-01T12:00:00Z')).toBe('200 today (day 36 of warm-up)');
    expect(words({ ramp: [{ day: 9, max: 5 }] })).toBe('5 from day 9');
  });
});

describe('what the Temporal UI shows', () => {
  it('has the ids and the addresses that the service gives it', () => {
    const place = { temporal_ui_url: 'https://temporal.example.com/', temporal_namespace: 'default' };
    const { workflow_id: workflow, url } = createCadenceLinks('https://temporal.example.com')('1');
    expect(temporalAddress(place, { workflow })).toBe(url);
    expect(temporalIdOf({ job: '7' })).toBe(scheduleIdOf('7'));
    expect(temporalIdOf({ function: '7' })).toBe(functionScheduleIdOf('7'));
    expect(temporalIdOf({ functionRun: '7' })).toBe(functionRunIdOf('7'));
    expect(temporalAddress(place, { functionRun: '7' })).toBe(
      temporalAddress(place, { workflow: functionRunIdOf('7') }),
    );
    expect(temporalAddress(place, { job: '7' })).toBe(
      'https://temporal.example.com/namespaces/default/schedules/background-job%2F7',
    );
    expect(temporalAddress({ ...place, temporal_ui_url: null }, { job: '7' })).toBeUndefined();
  });
});

describe('a WhatsApp template that is written here', () => {
  const parts = { header: '', body: 'Hello.', footer: '', replies: '', examples: {} };

  it('is submitted with an example of each placeholder, in their order', () => {
    const body = 'Hello {{2}}, your offer of {{ 1 }} is ready, {{2}}.';
    const written = {
      ...parts,
      header: 'Offer {{1}}',
      body,
      examples: { 'header.1': 'A7', 'body.1': '€5', 'body.2': 'Ana' },
    };
    expect(placeholdersOf(body)).toEqual(['1', '2']);
    expect(componentsOf(written)).toEqual([
      { type: 'HEADER', format: 'TEXT', text: 'Offer {{1}}', example: { header_text: ['A7'] } },
      { type: 'BODY', text: body, example: { body_text: [['€5', 'Ana']] } },
    ]);
  });

  it('has only the parts that were written', () => {
    expect(componentsOf(parts)).toEqual([{ type: 'BODY', text: 'Hello.' }]);
    expect(componentsOf({ ...parts, footer: 'Sun Ltd', replies: 'Yes\n\n No ' })).toEqual([
      { type: 'BODY', text: 'Hello.' },
      { type: 'FOOTER', text: 'Sun Ltd' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Yes' },
          { type: 'QUICK_REPLY', text: 'No' },
        ],
      },
    ]);
  });
});

describe('a test message', () => {
  it('is never called on its way while its rejection is shown next to it', () => {
    expect(statusOf({ status: 'queued', failure: null }).label).toBe('Sending');
    expect(statusOf({ status: 'queued', failure: 'The server rejected the sign-in.' }).label).toBe('Retrying');
    expect(statusOf({ status: 'failed', failure: 'The address doesn’t exist.' }).label).toBe('Failed');
  });
});
