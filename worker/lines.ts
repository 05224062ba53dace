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

/** Calls those who wait in lines when it is their turn; nobody while Temporal is away and none could come. */
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
