import { useQueries } from '@tanstack/react-query';
import type { TurnInShort } from '../../../schemas/conversations/turns.js';
import { request } from '../../api/request.js';
import { queryKeyOf, useApiQuery } from '../../api/use-api-query.js';

/** A turn of the agent that is explained at a message. */
export interface TurnAt {
  conversationId: string;
  turn: TurnInShort;
}

/** At which message a turn is explained: at its reply, and where it gave none at what was said last. */
const placeOf = ({ status, inputs, reply }: TurnInShort) =>
  reply ?? (status === 'superseded' ? undefined : inputs.at(-1));

/** The owner of a conversation: a lead, or a visitor without a lead. */
interface ConversationOwner {
  lead: { id: string } | null;
  conversation_id: string | null;
}

/** Requests the conversations with a lead. */
export const useLeadConversations = (leadId: string | undefined) =>
  useApiQuery('listConversations', { query: { lead_id: leadId, limit: 10 } }, { enabled: leadId !== undefined });

/** Finds the turns of the agent in what was said, by the messages that they stand at. */
export function useTurns({ lead, conversation_id }: ConversationOwner): ReadonlyMap<string, TurnAt> {
  const conversationsQuery = useLeadConversations(lead?.id);
  const ids = lead
    ? (conversationsQuery.data?.conversations.map(({ id }) => id) ?? [])
    : conversation_id === null
      ? []
      : [conversation_id];
  return useQueries({
    queries: ids.map((id) => {
      const input = { params: { id }, query: { limit: 100 } };
      return {
        queryKey: queryKeyOf('listConversationTurns', input),
        queryFn: ({ signal }: { signal: AbortSignal }) => request('listConversationTurns', input, { signal }),
      };
    }),
    combine: (answers) => {
      const found = new Map<string, TurnAt>();
      answers.forEach(({ data }, index) => {
        for (const turn of data?.turns ?? []) {
          const place = placeOf(turn);
          if (place) found.set(place.message_id ?? place.id, { conversationId: ids[index] ?? '', turn });
        }
      });
      return found;
    },
  });
}
