import { type IdempotencyClaim, type Lease, noteProgress, releaseKey } from '../../../db/idempotency.js';
import { waitForInFlight } from '../../../db/messages/in-flight.js';
import { canonicalJson } from '../../../runtime/canonical-json.js';
import { newId } from '../../../runtime/ids.js';
import { type Contract, type Idempotency, idempotencyOf } from '../../../schemas/contract.js';
import type { ApiDependencies } from '../../dependencies.js';
import { noteChange } from '../auth/audit.js';
import type { ReadBefore } from '../auth/field-changes.js';
import { commit } from '../commit.js';
import type { Answer, OncePerKey, Progress, Route, RouteInput } from '../route.js';
import { claimOf } from './idempotency-key.js';
import { namesInFlight, naming } from './in-flight.js';
import { createStoredAnswers, inProgress, Replay, type StoredAnswers } from './stored-answers.js';

type Input = RouteInput<Contract>;

/** The outcome of a request. */
export interface CompletedRequest {
  answer: Answer | Replay;
  /** Work that must finish before the response, however long the caller has waited, because it is committed. */
  settle?: () => Promise<Answer>;
}

/** Runs a route's handler. */
type Run = (input: Input) => Promise<CompletedRequest>;

/**
 * Runs the handler of a route once for each idempotency key, in the way that its contract names. The audit log gets what
 * `readBefore` reads of the resource before the change.
 */
export function runOnce(deps: ApiDependencies, route: Route, readBefore?: ReadBefore): Run {
  const answers = createStoredAnswers(deps.config, route.contract);
  const way = idempotencyOf(route.contract);
  if (way === 'transaction') return inOneTransaction(deps, route, { answers, readBefore });
  return noted(deps, route, { run: RUNS[way](deps, route, answers), readBefore });
}

/**
 * Records the change after it was done, if it took several transactions. The change stays even if it can't be recorded.
 */
const noted =
  (
    { db, logger }: ApiDependencies,
    { contract }: Route,
    { run, readBefore }: { run: Run; readBefore: ReadBefore | undefined },
  ): Run =>
  async (input) => {
    const before = await readBefore?.(input, db);
    const done = await run(input);
    if (!(done.answer instanceof Replay)) {
      await noteChange(db, contract, input, { answer: done.answer, before }).catch((err) =>
        logger.error({ err, operation: contract.operationId }, 'A change could not be written to the audit log'),
      );
    }
    return done;
  };

type Alone = Exclude<Idempotency, 'transaction'>;
const RUNS: Record<Alone, (deps: ApiDependencies, route: Route, answers: StoredAnswers) => Run> = {
  leased: underLease,
  handler: byHandler,
  none:
    (_deps, { handler }) =>
    async (input) => ({ answer: await handler(input) }),
};

/** The handler's work, its stored answer and the key commit together. A concurrent repetition waits for that. */
function inOneTransaction(
  deps: ApiDependencies,
  route: Route,
  { answers, readBefore }: { answers: StoredAnswers; readBefore: ReadBefore | undefined },
): Run {
  const { contract, handler } = route;
  return async (input) => {
    const claim = await claimOf(route, input);
    const done = await commit(deps, input.now, async (work) => {
      const earlier = claim && (await answers.claim(work.tx, input.now, claim));
      if (earlier instanceof Replay) return { answer: earlier };
      const before = await readBefore?.(input, work.tx);
      const given = await handler({ ...input, db: work.tx, work });
      const inFlight = work.sending();
      const answer = naming(contract, given, inFlight);
      await noteChange(work.tx, contract, input, { answer, before });
      if (claim && answer.status < 300) await answers.store(work.tx, claim, answer);
      input.assertInTime();
      return { answer, inFlight };
    });
    if (done.answer instanceof Replay || !done.inFlight?.length) return done;
    return { answer: done.answer, settle: () => lastMessages(deps, contract, answers, { ...done, claim }) };
  };
}

/**
 * Gives the last messages of what was ended or paused a moment to leave, so that after the answer none does but those
 * it names. A repeat of the request names the same.
 */
async function lastMessages(
  { db, logger }: ApiDependencies,
  contract: Contract,
  answers: StoredAnswers,
  done: { answer: Answer; inFlight: readonly string[]; claim: IdempotencyClaim | undefined },
): Promise<Answer> {
  const { answer, inFlight, claim } = done;
  const named = naming(contract, answer, await waitForInFlight(db, inFlight));
  if (claim && namesInFlight(contract, answer.status)) {
    // The stored list may name more messages than leave, which isn't wrong.
    await answers
      .store(db, claim, named)
      .catch((err) => logger.warn({ err }, 'A stored answer could not be brought up to date'));
  }
  return named;
}

/** Longer than any request may last; work that notes its progress prolongs it. */
const LEASE_MS = 60_000;

/**
 * The handler holds the key with a lease. A second request is rejected while the first one is in progress, and one that
 * comes after the first was lost continues from its progress.
 */
function underLease(deps: ApiDependencies, route: Route, answers: StoredAnswers): Run {
  const { db, clock, logger } = deps;
  return async (input) => {
    const claim = await claimOf(route, input);
    if (!claim) return { answer: await route.handler(input) };
    const token = newId();
    const lease = (): Lease => ({ token, until: new Date(clock.now().getTime() + LEASE_MS) });
    const claimed = await commit(deps, input.now, ({ tx }) => answers.claim(tx, input.now, claim, lease()));
    if (claimed instanceof Replay) return { answer: claimed };
    const progress: Progress = {
      earlier: claimed.progress === null ? undefined : JSON.parse(claimed.progress),
      note: async (tx, progress) => {
        if (!(await noteProgress(tx, claim, lease(), JSON.stringify(progress)))) throw inProgress();
      },
    };
    const answer = await route.handler({ ...input, progress }).catch(async (error) => {
      await releaseKey(db, claim, lease()).catch(() => undefined);
      throw error;
    });
    // The result is returned even if it can't be stored for a repetition.
    await (answer.status < 300
      ? answers.storeLeased(db, claim, lease(), answer)
      : releaseKey(db, claim, lease())
    ).catch((err) => logger.warn({ err }, 'An answer could not be kept with its idempotency key'));
    return { answer };
  };
}

/** The handler takes the key by `once`, in one of its transactions, or knows it by rows of its own. */
function byHandler(_deps: ApiDependencies, route: Route, answers: StoredAnswers): Run {
  return async (input) => {
    const once: OncePerKey = async (tx, content, work) => {
      const claim = await claimOf(route, input);
      if (!claim) return work();
      const claimed = { ...claim, request: canonicalJson({ request: claim.request, content }) };
      const earlier = await answers.claim(tx, input.now, claimed);
      if (earlier instanceof Replay) throw earlier;
      const answer = await work();
      await answers.store(tx, claimed, answer);
      return answer;
    };
    return { answer: await route.handler({ ...input, once }).catch(replayOf) };
  };
}

const replayOf = (thrown: unknown): Replay => {
  if (thrown instanceof Replay) return thrown;
  throw thrown;
};
