import agent from './agent.json' with { type: 'json' };

/** The steps of the demo's cadence that send an email, in order. */
export const MAIL_STEPS = ['hello', 'follow_up', 'last_call'] as const;
export type MailStep = (typeof MAIL_STEPS)[number];

/** Returns which step's email carries this subject: that is how the mail server tells them apart. */
export const stepOfSubject = (subject: string | undefined): MailStep | undefined =>
  MAIL_STEPS.find((key) => agent.cadence.steps.some((step) => step.key === key && step.subject === subject));

/**
 * Makes the agent of `agent.json`, which writes, waits, writes again, listens, and writes once more to who never
 * answered.
 */
export const agentWith = (senderId: string): object => ({ ...agent, channels: { email_sender_id: senderId } });
