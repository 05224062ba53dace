import type { WorkDependencies } from '../db/work.js';
import type { Logger } from '../runtime/logger.js';
import type { MailAccess } from '../services/messages/mail-access.js';
import { sendDueNotices } from '../services/messages/notices.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 5_000;
const MANY = 200;

/** Puts what users are notified of into emails and chat messages when it is due. */
export const startNoticeLoop = (deps: WorkDependencies & Pick<MailAccess, 'system'> & { logger: Logger }): Loop =>
  startLoop(deps.logger, 'notices', async () => ((await sendDueNotices(deps)) < MANY ? PAUSE_MS : 0));
