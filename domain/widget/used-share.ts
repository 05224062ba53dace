import type { WidgetSettings } from '../../schemas/widget/widgets.js';

/** The usage of a widget's chats on a day. */
export interface DayUse {
  turns: number;
  tokens: number;
  micros: number;
}

/** A limit of a widget's day and how much of it is used. */
export interface UsedLimit {
  name: 'turns' | 'tokens' | 'cost in millionths';
  used: number;
  limit: number;
}

/** Lists the limits of which at least a share is used. A limit of zero takes nothing and is never used up. */
export function usedLimits(limits: WidgetSettings['limits'], use: DayUse, share: number): UsedLimit[] {
  const all = [
    { name: 'turns' as const, used: use.turns, limit: limits.turns_per_day },
    { name: 'tokens' as const, used: use.tokens, limit: limits.tokens_per_day ?? 0 },
    { name: 'cost in millionths' as const, used: use.micros, limit: limits.micros_per_day ?? 0 },
  ];
  return all.filter(({ used, limit }) => limit > 0 && used >= limit * share);
}
