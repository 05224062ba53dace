import type { Choice, TurnAnswer } from './api-types.js';
import { errorCodeOf, type Notify } from './context.js';
import { isRefusedProof, type Proofs } from './proof.js';
import { isPassing, pauseMs, type Reply, waitFor } from './request.js';
import type { Session } from './session.js';
import type { Kept } from './storage.js';

export type { Choice };

/** A visitor's message until the service has it. A repeat is the same turn, so it is accepted once. */
export interface Turn {
  turn_id: string;
  text?: string;
  action?: Choice;
  /** The visible text. */
  shown: string;
  at: string;
}

/** The state of one tab: the unsent text, and the sent messages without an answer. */
export interface Unsent {
  draft: string;
  turns: Turn[];
}

const MOST_TRIES = 10;
const MOST_REFUSED_PROOFS = 3;

interface Wiring {
  session: Session;
  proofs: Proofs;
  unsent: Kept<Unsent>;
  notify: Notify;
  /** Returns the additional data of each turn. */
  extras(): object;
  onState(turnId: string, state: 'sending' | 'failed'): void;
  onAnswer(turn: Turn, answer: TurnAnswer): void;
}

export interface Turns {
  send(turn: Turn): void;
  retry(turnId: string): void;
  isBusy(): boolean;
  stop(): void;
}

/** Delivers turns, one at a time and in their order, as often as it takes. Those of before a reload come first. */
export function createTurns({ session, proofs, unsent, notify, extras, onState, onAnswer }: Wiring): Turns {
  const queue: Turn[] = [...unsent.read().turns];
  const failed = new Map<string, Turn>();
  let isRunning = false;
  let isStopped = false;
  const remember = () => unsent.write({ turns: [...queue, ...failed.values()] });

  async function attempt({ turn_id, text, action }: Turn): Promise<Reply<TurnAnswer>> {
    const proof = await proofs.take('turn');
    if (!proof.ok) return proof;
    return session.call<TurnAnswer>('turn', { body: { ...extras(), turn_id, text, action, pow: proof.pow } });
  }

  /** Returns the outcome of a turn after its retries. */
  async function deliver(turn: Turn): Promise<Reply<TurnAnswer>> {
    let refusals = 0;
    let isTold = false;
    for (let tries = 1; ; tries += 1) {
      const reply = await attempt(turn);
      if (reply.ok || isStopped) return reply;
      if (isRefusedProof(reply.code)) {
        refusals += 1;
        if (refusals === MOST_REFUSED_PROOFS) return { ...reply, code: 'POW_FAILED' };
        continue;
      }
      if (!isPassing(reply) || tries === MOST_TRIES) return reply;
      if (reply.status === 429 && !isTold) {
        isTold = true;
        notify.error('RATE_LIMITED', reply.message);
      }
      await waitFor(pauseMs(tries, reply.retryAfterMs));
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let turn = queue[0]; turn && !isStopped; turn = queue[0]) {
      onState(turn.turn_id, 'sending');
      const reply = await deliver(turn);
      if (isStopped) return;
      queue.shift();
      if (!reply.ok) failed.set(turn.turn_id, turn);
      remember();
      if (reply.ok) {
        session.setToken(reply.body.session_token);
        onAnswer(turn, reply.body);
      } else {
        onState(turn.turn_id, 'failed');
        const own = reply.code === 'POW_FAILED' || reply.code === 'POW_UNSUPPORTED' ? reply.code : undefined;
        notify.error(own ?? errorCodeOf(reply, 'TURN_FAILED'), reply.message);
      }
    }
    isRunning = false;
  }

  const send = (turn: Turn) => {
    queue.push(turn);
    remember();
    void run();
  };
  // A failure before a reload is retried too, because the visitor has returned to it.
  queueMicrotask(() => void run());
  return {
    send,
    retry(turnId) {
      const turn = failed.get(turnId);
      if (turn && failed.delete(turnId)) send(turn);
    },
    isBusy: () => queue.length > 0,
    stop() {
      isStopped = true;
    },
  };
}
