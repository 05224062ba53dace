import { Link } from '@tanstack/react-router';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { AttentionList } from '../../components/attention-list.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/home.js';

const EVERY_MS = 30_000;
/** The number of runs without consent that are counted. */
const MOST = 100;

/** Counts the conversations without a reply and the runs without consent, which aren't attention items one by one. */
function useWaiting() {
  const may = usePermission();
  const inbox = useApiQuery('countInbox', {}, { enabled: may('conversations:read'), everyMs: EVERY_MS });
  const query = { hold_reason: 'consent_missing', limit: MOST };
  const held = useApiQuery('listWorkflowRuns', { query }, { enabled: may('workflows:read'), everyMs: EVERY_MS });
  return {
    conversations: inbox.data?.counts.waiting ?? 0,
    consents: held.data?.workflow_runs.length ?? 0,
    hasMore: held.data?.pagination.has_more ?? false,
  };
}

const Mark = () => (
  <span className="need-mark">
    <Icon name="alert-triangle" />
  </span>
);

/** All that waits for a person: replies, consents, and a few attention items of each kind. */
export function NeedsYou() {
  const { conversations, consents, hasMore } = useWaiting();
  return (
    <AttentionList title={words.needsYou} limit={5} calm={words.youreAllCaughtUp}>
      {conversations > 0 && (
        <li className="need">
          <Mark />
          <Link to="/inbox" search={{ folder: 'waiting' }}>
            {words.conversationsNeedAReply(conversations)}
          </Link>
        </li>
      )}
      {consents > 0 && (
        <li className="need">
          <Mark />
          <Link to="/runs" search={{ hold_reason: 'consent_missing' }}>
            {hasMore ? words.moreThanLeadsLackConsent(consents) : words.leadsLackConsent(consents)}
          </Link>
        </li>
      )}
    </AttentionList>
  );
}
