import { describe, expect, it } from '@jest/globals';
import type { Message, Run } from '../../demo/api.js';
import { MAIL_STEPS, type MailStep } from '../../demo/cadence.js';
import { type Evidence, judge, type SeenMail } from '../../demo/judge.js';

const SECOND = 1000;
const BEGAN = Date.parse('2026-03-02T09:00:00Z');
const instant = (seconds: number) => new Date(BEGAN + seconds * SECOND).toISOString();

const mail = (lead: string, step: MailStep, seconds: number): SeenMail => ({
  header: `<${lead}-${step}@example.com>`,
  messageId: `${lead}-${step}`,
  to: `${lead}@example.com`,
  step,
  at: BEGAN + seconds * SECOND,
});
const message = (lead: string, step: MailStep, seconds: number, more: Partial<Message> = {}): Message => ({
  id: `${lead}-${step}`,
  lead_id: lead,
  workflow_run_id: `run-${lead}`,
  step_key: step,
  direction: 'outbound',
  status: 'sent',
  to: `${lead}@example.com`,
  created_at: instant(seconds),
  updated_at: instant(seconds),
  ...more,
});
const run = (lead: string, more: Partial<Run> = {}): Run => ({
  id: `run-${lead}`,
  lead_id: lead,
  run_status: 'completed',
  cadence_state: 'completed',
  stop_reason: 'completed',
  human_takeover: false,
  hold_reason: null,
  ...more,
});

/** Two leads who got all three emails, ten seconds apart. */
function evidence(more: Partial<Evidence> = {}): Evidence {
  const leads = ['ana', 'ben'];
  return {
    mails: leads.flatMap((lead) => MAIL_STEPS.map((step, index) => mail(lead, step, index * 10))),
    imported: {
      id: 'import',
      status: 'completed',
      rows: 3,
      created: 2,
      updated: 0,
      reused: 0,
      failed: 1,
      warnings: 0,
      remaining: 0,
      completed_at: instant(1),
    },
    leads: 2,
    runs: leads.map((lead) => run(lead)),
    messages: leads.flatMap((lead) => MAIL_STEPS.map((step, index) => message(lead, step, index * 10))),
    stops: [],
    replies: new Map(),
    bounces: new Map(),
    wanted: { stops: 0, replies: 0, bounces: 0, kills: 1 },
    workerKilled: true,
    workerCameBack: true,
    ...more,
  };
}

const broken = (given: Evidence): string[] =>
  judge(given)
    .promises.filter((each) => each.broken > 0)
    .map((each) => each.promise);

describe('the demo’s judgement', () => {
  it('finds nothing where all went well', () => {
    expect(broken(evidence())).toEqual([]);
  });

  it('finds a row that vanished', () => {
    const whole = evidence();
    expect(broken({ ...whole, imported: { ...whole.imported, rows: 4 } })).toEqual([
      'Every row ends as created, updated, reused or failed',
    ]);
  });

  it('finds an email that arrived twice, by its Message-ID and by its step', () => {
    const whole = evidence();
    const again = mail('ana', 'hello', 5);
    expect(broken({ ...whole, mails: [...whole.mails, again] })).toEqual([
      'No email arrives twice',
      'No lead gets the same step twice',
    ]);
  });

  it('finds an email that is known as sent but never arrived', () => {
    const whole = evidence();
    expect(broken({ ...whole, mails: whole.mails.slice(1) })).toEqual([
      'Every email that is known as sent arrived',
      'Every completed run sent all it had to',
    ]);
  });

  it('finds an email that left after a stop, but for those the answer named', () => {
    const stop = { leadId: 'ana', answeredAt: BEGAN + 5 * SECOND, inFlight: ['ana-follow_up'] };
    const held = { run_status: 'running', cadence_state: 'paused', human_takeover: true };
    const stopped = evidence({ stops: [stop], runs: [run('ana', held), run('ben')] });
    expect(broken(stopped)).toEqual(['Nothing leaves after a stop but what its answer named']);
    expect(judge(stopped).inFlight).toBe(1);
    expect(
      broken({ ...stopped, mails: stopped.mails.filter(({ messageId }) => messageId !== 'ana-last_call') }),
    ).toEqual(['Every email that is known as sent arrived']);
  });

  it('lets emails leave after a resume', () => {
    const stop = { leadId: 'ana', answeredAt: BEGAN + 2 * SECOND, inFlight: [], resumedAt: BEGAN + 9 * SECOND };
    expect(broken(evidence({ stops: [stop] }))).toEqual([]);
  });

  it('finds a run that neither ended nor is paused on purpose', () => {
    expect(broken(evidence({ runs: [run('ana', { run_status: 'running' }), run('ben')] }))).toEqual([
      'Every run ends, or is paused on purpose',
    ]);
  });

  it('finds an email that was decided upon after a reply was worked, and counts those that crossed it', () => {
    const reply = (seconds: number) =>
      message('ana', 'follow_up', 12, { id: 'reply', direction: 'inbound', updated_at: instant(seconds) });
    const whole = evidence({ replies: new Map([['ana', BEGAN + 12 * SECOND]]) });
    expect(broken({ ...whole, messages: [...whole.messages, reply(13)] })).toEqual([
      'Who replied is not written to again',
    ]);
    const crossing = { ...whole, messages: [...whole.messages, reply(25)] };
    expect(broken(crossing)).toEqual([]);
    expect(judge(crossing).crossed).toBe(1);
    expect(broken(whole)).toEqual(['Every reply and bounce is worked']);
  });

  it('takes a message that bounced as one that had left', () => {
    const whole = evidence({ bounces: new Map([['ana', BEGAN + SECOND]]), runs: [run('ana'), run('ben')] });
    const messages = [
      message('ana', 'hello', 0, { status: 'failed', updated_at: instant(1) }),
      ...whole.messages.filter(({ lead_id }) => lead_id === 'ben'),
    ];
    const mails = [mail('ana', 'hello', 0), ...whole.mails.filter(({ to }) => to === 'ben@example.com')];
    expect(broken({ ...whole, messages, mails })).toEqual([]);
  });

  it('finds a killed worker that nothing replaced', () => {
    expect(broken(evidence({ workerCameBack: false }))).toEqual(['A killed worker is replaced']);
  });

  it.each([
    ['a kill', { workerKilled: false }],
    ['a stop', { wanted: { stops: 1, replies: 0, bounces: 0, kills: 1 } }],
    ['a reply', { wanted: { stops: 0, replies: 1, bounces: 0, kills: 1 } }],
    ['a bounce', { wanted: { stops: 0, replies: 0, bounces: 1, kills: 1 } }],
  ])('finds %s that never came about', (_what, more) => {
    expect(broken(evidence(more))).toEqual(['All that the demo meant to do to it was done']);
  });
});
