import type { WidgetRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { ProofPurpose } from '../../schemas/widget/chat.js';
import { payWith } from '../../services/widget/proofs.js';
import type { WidgetSession } from '../../services/widget/sessions.js';
import type { Reached } from '../../services/widget/turn-limits.js';
import { settingsOf } from '../../services/widget/widgets.js';
import type { ApiDependencies } from '../dependencies.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import type { ChatTools } from './visitor.js';

/** The proof of a visitor's browser for a request that is stored. */
export interface Payment {
  widget: WidgetRow;
  session: WidgetSession;
  /** The visitor's IP address. */
  address: string;
  purpose: ProofPurpose;
  pow: { id: string; number: number } | undefined;
}

/**
 * Does work that a visitor pays for with a proof, in one transaction. The proof is used up first, then the turn is
 * counted, so that one proof never pays for more than one count, whatever the outcome of the work. A request without a good
 * proof isn't counted. Throws the 429 and the 403.
 */
export async function paid<T>(
  deps: ApiDependencies,
  { proofs, turns }: Pick<ChatTools, 'proofs' | 'turns'>,
  payment: Payment,
  { now, assertInTime }: { now: Date; assertInTime: () => void },
  work: (work: Work) => Promise<T>,
): Promise<T> {
  const { widget, session, address, purpose, pow } = payment;
  const { keyId, sessionId } = session;
  const { pow: wanted, limits } = settingsOf(widget);
  const proof = wanted.required ? proofs.check({ keyId, sessionId, purpose }, pow, now) : undefined;
  const turn = { keyId, sessionId, address, perDay: limits.turns_per_day };
  if (proof?.ok === false) {
    refuseBeyond(await turns.reached(turn));
    throw new ApiError(proof.code);
  }
  if (proof && !(await payWith(deps.db, proof))) throw new ApiError('POW_REPLAYED');
  refuseBeyond(await turns.count(turn));
  return commit(deps, now, async (unit) => {
    const done = await work(unit);
    assertInTime();
    return done;
  });
}

function refuseBeyond(reached: Reached | undefined): void {
  if (!reached) return;
  const { message, secondsLeft } = reached;
  throw new ApiError('RATE_LIMITED', { message, headers: { 'Retry-After': String(secondsLeft) } });
}
