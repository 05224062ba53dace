import { describe, expect, it } from '@jest/globals';
import { completeDefinition } from '../../domain/cadence/complete.js';
import type { CadencePlan } from '../../domain/cadence/plan.js';
import { endedDetails, timerOf } from '../../services/agent-runs/run-plan.js';

const definition = completeDefinition(
  {
    name: 'Follow up',
    cadence: {
      steps: [
        { key: 'first', type: 'message', subject: 'One', content: 'Private text' },
        { key: 'rest', type: 'wait', delay: { type: 'after', amount: 2, unit: 'days' } },
        { key: 'second', type: 'message', subject: 'Two', content: 'Private text' },
        { key: 'listen', type: 'wait_until', any: ['message.received'] },
      ],
    },
  },
  'Europe/Madrid',
);
const plan = (more: Partial<CadencePlan>): CadencePlan => ({
  step_key: 'first',
  type: 'message',
  channel: 'email',
  due_at: null,
  earliest_at: null,
  late_by_seconds: 0,
  holds: [],
  sleep_until: '2026-03-02T08:00:00.000Z',
  step_number: 1,
  total_steps: 4,
  ...more,
});

describe('what operators read on a run’s timer', () => {
  it('names the instant on the lead’s clock and the place in the cadence', () => {
    expect(timerOf(definition, plan({}), 'Europe/Madrid')).toEqual({
      sleepUntil: '2026-03-02T08:00:00.000Z',
      summary: 'wait until 2026-03-02 09:00 Europe/Madrid, step 1 of 4',
      action: 'send email, step 1 of 4',
    });
  });

  it('says which step the end of a wait leads to', () => {
    const at = plan({ step_key: 'rest', type: 'wait', step_number: 2 });
    expect(timerOf(definition, at, 'Europe/Madrid').action).toBe('send email, step 3 of 4, after the wait');
  });

  it('says what holds it, until when', () => {
    const holds = [
      { reason: 'human_takeover' as const, until: null, detail: 'A user has taken over the conversation.' },
    ];
    expect(timerOf(definition, plan({ holds, sleep_until: null }), 'Europe/Madrid').summary).toBe(
      'held (human takeover) until woken, step 1 of 4',
    );
  });

  it('names step types in words', () => {
    const at = plan({ step_key: 'listen', type: 'wait_until', step_number: 4 });
    expect(timerOf(definition, at, 'UTC').action).toBe('wait until, step 4 of 4');
  });
});

describe('the details of a run that ended', () => {
  it('show what was done and why it ended, without the texts of its messages', () => {
    const state = { visits: { first: 1, rest: 1 }, arms: {} } as unknown as Parameters<typeof endedDetails>[2];
    const details = endedDetails(definition, 'UTC', state, 'status_terminal');
    expect(details).toContain('| 1 | `first` | send email | done |');
    expect(details).toContain('| 3 | `second` | send email |  |');
    expect(details).toMatch(/^Ended: status terminal\n/);
    expect(details).not.toContain('Private');
  });
});
