import type { Db } from '../../db/connection.js';
import { countTurn, readTurnCounts, type TurnLimit } from '../../db/widget/turn-counters.js';

const FIVE_MINUTES_S = 300;
const DAY_S = 86_400;
const PER_SESSION = 30;
const PER_ADDRESS = 40;

/** Whose turn it is. */
export interface TurnOf {
  keyId: string;
  sessionId: string;
  /** Where the visitor is on the network. */
  address: string;
  /** How many turns a day the key may have. */
  perDay: number;
}

/** A limit that is reached. */
export interface Reached {
  message: string;
  /** Seconds until there is room again. */
  secondsLeft: number;
}

type Limit = TurnLimit & { message: string };

/** Returns the limits of a turn, the narrowest first. */
const limitsOf = ({ keyId, sessionId, address, perDay }: TurnOf): Limit[] => [
  {
    ...{ kind: 'session', name: `${keyId} ${sessionId}`, periodS: FIVE_MINUTES_S, allowed: PER_SESSION },
    message: `A session may send ${PER_SESSION} messages in five minutes.`,
  },
  {
    ...{ kind: 'address', name: `${keyId} ${address}`, periodS: FIVE_MINUTES_S, allowed: PER_ADDRESS },
    message: `An address may send ${PER_ADDRESS} messages in five minutes.`,
  },
  {
    ...{ kind: 'key', name: keyId, periodS: DAY_S, allowed: perDay },
    message: 'The chat has taken all the messages that it takes in a day.',
  },
];

/**
 * Counts a turn before it is done. Answers the limit that it goes beyond, if any; then it is not counted, also not against
 * the widget's day, so that nobody uses that up alone.
 */
export async function countTurnOf(db: Db, turn: TurnOf): Promise<Reached | undefined> {
  if (await countTurn(db, limitsOf(turn))) return undefined;
  // Undefined where a period has ended since: then there is room.
  return (await turnLimitReached(db, turn)) ?? countTurnOf(db, turn);
}

/** Answers the limit that a further turn would go beyond, if any; counts nothing. */
export async function turnLimitReached(db: Db, turn: TurnOf): Promise<Reached | undefined> {
  const limits = limitsOf(turn);
  const counts = await readTurnCounts(db, limits);
  const at = limits.findIndex(({ allowed }, index) => (counts[index]?.n ?? 0) >= allowed);
  const limit = limits[at];
  return limit && { message: limit.message, secondsLeft: counts[at]?.secondsLeft ?? 1 };
}
