import type { Db } from '../../db/connection.js';
import { countTurns, readTurnCounts, type TurnLimit } from '../../db/widget/turn-counters.js';
import { createBatcher } from '../../runtime/concurrency.js';

const FIVE_MINUTES_S = 300;
const DAY_S = 86_400;
const PER_SESSION = 30;
const PER_ADDRESS = 40;
/** The share of a widget's day that one address may take, and the least that is. */
const DAY_SHARE = 0.05;
const MIN_DAY_SHARE = 10;

/** The owner of a turn. */
export interface TurnOf {
  keyId: string;
  sessionId: string;
  /** The visitor's network address. */
  address: string;
  /** The key's daily limit of turns. */
  perDay: number;
}

/** A limit that is reached. */
export interface Reached {
  message: string;
  /** Seconds until there is room again. */
  secondsLeft: number;
}

type Limit = TurnLimit & { message: string };

const dayShareOf = (perDay: number): number => Math.max(MIN_DAY_SHARE, Math.ceil(perDay * DAY_SHARE));

/** Returns the limits of a turn, the narrowest first. */
const limitsOf = ({ keyId, sessionId, address, perDay }: TurnOf): Limit[] => [
  {
    kind: 'session',
    name: `${keyId} ${sessionId}`,
    periodS: FIVE_MINUTES_S,
    allowed: PER_SESSION,
    message: `A session can send ${PER_SESSION} messages in five minutes. Try again later.`,
  },
  {
    kind: 'address',
    name: `${keyId} ${address}`,
    periodS: FIVE_MINUTES_S,
    allowed: PER_ADDRESS,
    message: `An IP address can send ${PER_ADDRESS} messages in five minutes. Try again later.`,
  },
  {
    kind: 'address',
    name: `${keyId} ${address}`,
    periodS: DAY_S,
    allowed: dayShareOf(perDay),
    message: `An IP address can send ${dayShareOf(perDay)} messages a day to this chat.`,
  },
  {
    kind: 'key',
    name: keyId,
    periodS: DAY_S,
    allowed: perDay,
    message: 'The chat has reached its daily message limit.',
  },
];

/** Counts turns against what a widget takes. */
export interface TurnLimits {
  /**
   * Counts a turn before it is processed. Returns the limit that it exceeds, if any. Then it isn't counted, also not
   * for the widget's day, so that no visitor can use that up alone.
   */
  count(turn: TurnOf): Promise<Reached | undefined>;
  /** Returns the limit that a further turn would go beyond, if any; counts nothing. */
  reached(turn: TurnOf): Promise<Reached | undefined>;
}

/** A count that takes longer may wait for a row that another process has locked. */
const PATIENCE_MS = 100;
const AT_ONCE = 50;

/**
 * Makes the limits of turns. All visitors of a widget are counted in the row of its day, so turns that come while a count
 * of this process is under way are counted together by the next one; where that finds one without room, each alone.
 */
export function createTurnLimits(db: Db): TurnLimits {
  const counted = createBatcher<TurnOf, boolean>(
    async (_keyId, turns) => {
      if (await countTurns(db, turns.map(limitsOf))) return turns.map(() => true);
      if (turns.length === 1) return [false];
      const alone: boolean[] = [];
      for (const turn of turns) alone.push(await countTurns(db, [limitsOf(turn)]));
      return alone;
    },
    { patienceMs: PATIENCE_MS, atOnce: AT_ONCE },
  );

  async function reached(turn: TurnOf): Promise<Reached | undefined> {
    const limits = limitsOf(turn);
    const counts = await readTurnCounts(db, limits);
    const at = limits.findIndex(({ allowed }, index) => (counts[index]?.n ?? 0) >= allowed);
    const limit = limits[at];
    return limit && { message: limit.message, secondsLeft: counts[at]?.secondsLeft ?? 1 };
  }

  async function count(turn: TurnOf): Promise<Reached | undefined> {
    if (await counted(turn.keyId, turn)) return undefined;
    // Undefined where a period has ended since: then there is room.
    return (await reached(turn)) ?? count(turn);
  }

  return { count, reached };
}
