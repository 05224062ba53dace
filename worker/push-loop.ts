import { advanceDueChannels, compareChannels, type PushDependencies } from '../services/inbound/push-channels.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 5_000;
const MANY = 10;

/** Keeps the channels open by which providers report changes of mailboxes and calendars. */
export function startPushLoop(deps: PushDependencies): Loop {
  let cursor = { mailboxes: '', calendars: '' };
  return startLoop(deps.logger, 'push', async () => {
    cursor = await compareChannels(deps, cursor);
    return (await advanceDueChannels(deps)) < MANY ? PAUSE_MS : 0;
  });
}
