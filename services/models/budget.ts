import {
  releaseUsage,
  reserveUsage,
  type Spending,
  settleUsage,
  type UsageLimit,
  type UsageSubject,
} from '../../db/models/usage.js';
import type { Work } from '../../db/work.js';
import type { AccountLimits } from '../../schemas/agents/agents.js';
import type { AgentAi } from '../../schemas/agents/talking.js';
import type { WidgetSettings } from '../../schemas/widget/widgets.js';

/** Something that may use up only so much. */
export interface Limited extends UsageSubject {
  limit: UsageLimit;
}

/** Whose answers are paid for. */
export interface Spender {
  accountId: string;
  /** What all agents of the account may use up together. */
  accountLimits: Pick<AccountLimits, 'ai'> | null;
  agentId: string;
  /** The widget that it is held with, and what is used up in all chats of that. */
  widget: { id: string; limits: Partial<WidgetSettings['limits']> } | null;
  conversationId: string;
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Returns the limits that a call of an agent has to keep, in the order in which they are locked. */
export function limitsOf({ budget }: Pick<AgentAi, 'budget'>, spender: Spender, now: Date): Limited[] {
  const { accountId, accountLimits, agentId, widget, conversationId } = spender;
  const limits: Limited[] = [
    {
      ...{ subjectId: conversationId, day: 'all', accountId },
      limit: { tokens: budget.per_conversation_tokens ?? null, micros: budget.per_conversation_micros ?? null },
    },
    {
      ...{ subjectId: agentId, day: dayOf(now), accountId },
      limit: { tokens: budget.per_day_tokens ?? null, micros: budget.per_day_micros ?? null },
    },
    ...(widget
      ? [
          {
            ...{ subjectId: widget.id, day: dayOf(now), accountId },
            limit: { tokens: widget.limits.tokens_per_day ?? null, micros: widget.limits.micros_per_day ?? null },
          },
        ]
      : []),
    {
      ...{ subjectId: accountId, day: dayOf(now), accountId },
      limit: {
        tokens: accountLimits?.ai?.per_day_tokens ?? null,
        micros: accountLimits?.ai?.per_day_micros ?? null,
      },
    },
  ];
  return limits.filter(({ limit }) => limit.tokens !== null || limit.micros !== null);
}

/** Reserves what a call may use up with all of its limits, or with none where one has no room; answers that one. */
export async function reserve(
  { tx }: Work,
  limits: readonly Limited[],
  spending: Spending,
): Promise<Limited | undefined> {
  for (const [place, limited] of limits.entries()) {
    if (await reserveUsage(tx, limited, spending, limited.limit)) continue;
    for (const before of limits.slice(0, place)) await releaseUsage(tx, before, spending);
    return limited;
  }
  return undefined;
}

/** Counts what a call has used up. */
export async function settle(
  { tx }: Work,
  limits: readonly Limited[],
  { reserved, used }: { reserved: Spending; used: Spending },
): Promise<void> {
  for (const limited of limits) await settleUsage(tx, limited, reserved, used);
}
