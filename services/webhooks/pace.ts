import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces the requests of each webhook, so that no second has more than it allows. */
export interface WebhookPace {
  /** Waits for the turn of the next request. Returns false if it comes after `until`. */
  turn(webhookId: string, perSecond: number | null, until: number): Promise<boolean>;
}

const MAX_WEBHOOKS = 10_000;

/** Creates the pace of one process. */
export function createWebhookPace(): WebhookPace {
  const next = new Map<string, number>();
  return {
    async turn(webhookId, perSecond, until) {
      const now = Date.now();
      if (perSecond === null) return now < until;
      const at = Math.max(next.get(webhookId) ?? 0, now);
      if (at >= until) return false;
      next.delete(webhookId);
      next.set(webhookId, at + 1_000 / perSecond);
      const [oldest] = next.keys();
      if (next.size > MAX_WEBHOOKS && oldest !== undefined) next.delete(oldest);
      if (at > now) await sleep(at - now);
      return true;
    },
  };
}
