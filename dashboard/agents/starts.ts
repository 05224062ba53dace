import type { CreateAgentBody } from '../../schemas/agents/agents.js';

type Start = Pick<CreateAgentBody, 'cadence' | 'goal_type'> & { label: string; means: string };

const OFFICE = {
  mode: 'custom' as const,
  days: Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['09:00', '18:00']]])),
};
const hello = (key: string, subject: string, content: string, days: number) => ({
  type: 'message' as const,
  channel: 'email' as const,
  key,
  subject,
  content,
  ...(days > 0 ? { delay: { type: 'after' as const, amount: days, unit: 'business_days' as const } } : {}),
});

/** What a new agent can begin from; each can be published as it stands, once its channel has a sender. */
export const STARTS = {
  emails: {
    label: 'Three e-mails',
    means: 'An offer, a reminder, a last word; it stops when the lead answers.',
    goal_type: 'sale',
    cadence: {
      window: OFFICE,
      steps: [
        hello(
          'hello',
          'Your offer, {{ lead.first_name }}',
          'Hello {{ lead.first_name }},\n\nthank you for your interest. Shall we talk?',
          0,
        ),
        hello('reminder', 'A second try', 'Hello {{ lead.first_name }},\n\nhave you had time to look at it?', 3),
        hello('last', 'A last word', 'Hello {{ lead.first_name }},\n\nI won’t write again unless you answer.', 5),
        { type: 'exit', key: 'end', reason: 'No answer' },
      ],
    },
  },
  interest: {
    label: 'By interest',
    means: 'An e-mail, then another one for those who clicked than for those who did not.',
    goal_type: 'appointment',
    cadence: {
      window: OFFICE,
      steps: [
        hello(
          'hello',
          'Have a look, {{ lead.first_name }}',
          'Hello {{ lead.first_name }},\n\nhere is what we do: https://example.com',
          0,
        ),
        {
          type: 'wait_until',
          key: 'interest',
          any: ['message.clicked'],
          timeout: { type: 'after', amount: 3, unit: 'business_days' },
          on_timeout: 'nudge',
        },
        {
          ...hello('meet', 'Shall we meet?', 'Hello {{ lead.first_name }},\n\nwhen would you have half an hour?', 0),
          next: 'end',
        },
        hello('nudge', 'Still there?', 'Hello {{ lead.first_name }},\n\nis this still of interest?', 0),
        { type: 'exit', key: 'end', reason: 'No answer' },
      ],
    },
  },
  empty: {
    label: 'One step',
    means: 'A single e-mail to begin with.',
    goal_type: 'custom',
    cadence: { steps: [hello('hello', 'Hello {{ lead.first_name }}', 'Hello {{ lead.first_name }},', 0)] },
  },
} as const satisfies Record<string, unknown>;

export const startOf = (name: string): Start =>
  (STARTS as unknown as Record<string, Start>)[name] ?? (STARTS.empty as unknown as Start);
