import { setTimeout as sleep } from 'node:timers/promises';
import { signHook } from '../runtime/hook-signature.js';
import type { Api, Message } from './api.js';
import type { MailStep } from './cadence.js';
import type { SeenMail, Stop } from './judge.js';

/** The number of leads by behavior. The order in which emails arrive decides who does what. */
export const PLAN = { stops: 24, replies: 40, bounces: 1, spacing: 9, pauseMs: 6000 } as const;

interface Hook {
  url: string;
  secret: string;
}

/**
 * The people of the demo: leads who reply, a mail server far away that sends one mail back, and a colleague who stops
 * some automations and resumes half of them. They act on mails as these arrive, through the API and the signed hook alone.
 */
export class People {
  readonly stops: Stop[] = [];
  readonly replies = new Map<string, number>();
  readonly bounces = new Map<string, number>();
  readonly #api: Api;
  readonly #hook: Hook;
  readonly #seen: Record<MailStep, number> = { hello: 0, follow_up: 0, last_call: 0 };
  readonly #busy = new Set<Promise<void>>();
  readonly #bounced = new Set<string>();
  readonly #stopped = new Set<string>();
  #failure: unknown;

  constructor(api: Api, hook: Hook) {
    this.#api = api;
    this.#hook = hook;
  }

  /** Handles a received email, to which the person may react. */
  see(mail: SeenMail): void {
    if (!mail.step) return;
    this.#seen[mail.step] += 1;
    const turn = this.#seen[mail.step];
    if (mail.step === 'hello' && turn === 4) {
      this.#bounced.add(mail.to);
      this.#do(() => this.#bounce(mail));
    } else if (mail.step === 'hello' && turn % PLAN.spacing === 0 && this.#stopped.size < PLAN.stops) {
      this.#stopped.add(mail.to);
      const resume = this.#stopped.size % 2 === 0;
      this.#do(() => this.#stop(mail, resume));
    } else if (mail.step === 'follow_up' && turn % PLAN.spacing === 5 && turn <= PLAN.spacing * PLAN.replies) {
      if (!this.#bounced.has(mail.to)) this.#do(() => this.#reply(mail));
    }
  }

  /** Throws what went wrong for one of them, if anything did. */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Waits until everybody has done what they began. */
  async settled(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy);
    this.check();
  }

  #do(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#busy.delete(running));
    this.#busy.add(running);
  }

  async #messageOf(mail: SeenMail): Promise<Message> {
    return (await this.#api.get<{ message: Message }>(`/messages/${mail.messageId}`)).message;
  }

  async #stop(mail: SeenMail, resume: boolean): Promise<void> {
    const { lead_id: leadId, workflow_run_id: run } = await this.#messageOf(mail);
    const answer = await this.#api.post<{ in_flight: string[] }>(`/leads/${leadId}/automation/stop`, {
      workflow_run_id: run,
      reason: 'A colleague calls this lead.',
    });
    const stop: Stop = { leadId, answeredAt: Date.now(), inFlight: answer.in_flight };
    this.stops.push(stop);
    if (!resume) return;
    await sleep(PLAN.pauseMs);
    stop.resumedAt = Date.now();
    await this.#api.post(`/leads/${leadId}/automation/resume`, { workflow_run_id: run, resume_cadence: true });
  }

  async #reply(mail: SeenMail): Promise<void> {
    const { lead_id: leadId } = await this.#messageOf(mail);
    await this.#send({
      event_id: `reply-${mail.messageId}`,
      type: 'reply',
      message_id: `<reply-${mail.messageId}@mail.example.net>`,
      in_reply_to: mail.header,
      from: mail.to,
      subject: 'Re: A second try: your plans',
      text: 'Yes, Thursday at ten would suit me.',
      occurred_at: new Date().toISOString(),
    });
    this.replies.set(leadId, Date.now());
  }

  async #bounce(mail: SeenMail): Promise<void> {
    const { lead_id: leadId } = await this.#messageOf(mail);
    await this.#send({
      event_id: `bounce-${mail.messageId}`,
      type: 'bounce',
      message_id: mail.header,
      to: mail.to,
      bounce: { kind: 'hard', code: '5.1.1', diagnostic: 'No such mailbox.' },
      occurred_at: new Date().toISOString(),
    });
    this.bounces.set(leadId, Date.now());
  }

  async #send(event: object): Promise<void> {
    const body = JSON.stringify(event);
    const answer = await fetch(this.#hook.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Signature': signHook(this.#hook.secret, body, new Date()) },
      body,
    });
    if (!answer.ok) throw new Error(`The hook answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}
