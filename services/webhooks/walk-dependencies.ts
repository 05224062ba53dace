import type { WorkDependencies } from '../../db/work.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';
import type { Breakers } from '../channels/breakers.js';
import type { NotifyAccess } from '../connections/notify-of-loss.js';
import type { WebhookPace } from './pace.js';

/** The dependencies of delivering events. */
export interface WebhookWalk extends WorkDependencies, NotifyAccess {
  webhooks: SafeFetch;
  breakers: Pick<Breakers, 'note'>;
  heldBack: Breakers['holdOf'];
  pace: WebhookPace;
  /** Aborted when the process stops. */
  stopping: AbortSignal;
}
