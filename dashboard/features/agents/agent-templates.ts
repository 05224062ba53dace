import type { CreateAgentBody } from '../../../schemas/agents/agents.js';
import * as words from '../../words/en/agents.js';

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

/** The templates of a new agent. Each can be published unchanged, once its channel has a sender. */
export const AGENT_TEMPLATES = {
  emails: {
    label: words.threeEmails,
    means: words.anOfferAReminderAndA,
    goal_type: 'sale',
    cadence: {
      window: OFFICE,
      steps: [
        hello('hello', words.yourOffer, words.helloThankYouForYourInterest, 0),
        hello('reminder', words.aSecondTry, words.helloHaveYouHadTimeTo, 3),
        hello('last', words.aLastWord, words.helloIWontWriteAgainUnless, 5),
        { type: 'exit', key: 'end', reason: words.noAnswer },
      ],
    },
  },
  interest: {
    label: words.byInterest,
    means: words.anEmailThenAFollowUp,
    goal_type: 'appointment',
    cadence: {
      window: OFFICE,
      steps: [
        hello('hello', words.haveALook, words.helloHereIsWhatWeDo, 0),
        {
          type: 'wait_until',
          key: 'interest',
          any: ['message.clicked'],
          timeout: { type: 'after', amount: 3, unit: 'business_days' },
          on_timeout: 'nudge',
        },
        {
          ...hello('meet', words.shallWeMeet, words.helloWhenWouldYouHaveHalf, 0),
          next: 'end',
        },
        hello('nudge', words.stillThere, words.helloIsThisStillOfInterest, 0),
        { type: 'exit', key: 'end', reason: words.noAnswer },
      ],
    },
  },
  empty: {
    label: words.singleStep,
    means: words.aSingleEmailToStartWith,
    goal_type: 'custom',
    cadence: { steps: [hello('hello', words.hello, words.hello2, 0)] },
  },
} as const satisfies Record<string, unknown>;

export const templateOf = (name: string): Start =>
  (AGENT_TEMPLATES as unknown as Record<string, Start>)[name] ?? (AGENT_TEMPLATES.empty as unknown as Start);
