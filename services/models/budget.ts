import type { Limited } from '../../db/models/usage.js';
import type { AccountLimits } from '../../schemas/agents/agents.js';
import type { AgentAi } from '../../schemas/agents/talking.js';
import type { WidgetSettings } from '../../schemas/widget/widgets.js';

/** The account and agent that pay for answers. */
export interface Spender {
  accountId: string;
  /** The limits that all agents of the account share. */
  accountLimits: Pick<AccountLimits, 'ai'> | null;
  agentId: string;
  /** The widget that it is held with, and what is used up in all chats of that. */
  widget: { id: string; limits: WidgetSettings['limits'] } | null;
  conversationId: string;
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Returns the limits that a call of an agent has to keep, the narrowest first. */
export function limitsOf({ budget }: Pick<AgentAi, 'budget'>, spender: Spender, now: Date): Limited[] {
  const { accountId, accountLimits, agentId, widget, conversationId } = spender;
  const limits: Limited[] = [
    {
      subjectId: conversationId,
      day: 'all',
      accountId,
      limit: { tokens: budget.per_conversation_tokens ?? null, micros: budget.per_conversation_micros ?? null },
    },
    {
      subjectId: agentId,
      day: dayOf(now),
      accountId,
      limit: { tokens: budget.per_day_tokens ?? null, micros: budget.per_day_micros ?? null },
    },
    ...(widget
      ? [
          {
            subjectId: widget.id,
            day: dayOf(now),
            accountId,
            limit: { tokens: widget.limits.tokens_per_day, micros: widget.limits.micros_per_day },
          },
        ]
      : []),
    {
      subjectId: accountId,
      day: dayOf(now),
      accountId,
      limit: {
        tokens: accountLimits?.ai?.per_day_tokens ?? null,
        micros: accountLimits?.ai?.per_day_micros ?? null,
      },
    },
  ];
  return limits.filter(({ limit }) => limit.tokens !== null || limit.micros !== null);
}
