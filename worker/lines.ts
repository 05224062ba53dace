import type { WorkDependencies } from '../db/work.js';
import type { Logger } from '../runtime/logger.js';
import { callLines } from '../services/messages/call-lines.js';
import type { Dispatcher } from '../temporal/dispatcher.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 500;

export interface LinesOptions extends Omit<WorkDependencies, 'dispatch'> {
  dispatcher: Pick<Dispatcher, 'offer' | 'healthy'>;
  logger: Logger;
}

/** Wakes queued runs in order. Wakes none while Temporal is unavailable, because none could start. */
export function startLines({ db, clock, dispatcher, logger }: LinesOptions): Loop {
  const rests = new Map<string, number>();
  return startLoop(logger, 'lines', async () => {
    if (dispatcher.healthy()) {
      await callLines({ db, clock, dispatch: dispatcher.offer }, rests, (line, err) =>
        logger.warn({ err, line }, 'A line could not be looked at and is tried again'),
      );
    }
    return PAUSE_MS;
  });
}
