import type { Answer } from '../api/operation-types.js';
import * as words from '../words/en/connections.js';

/** Says whether the provider reports changes of a mailbox or calendar. Nothing for one that is only polled. */
export function PushNote({ push }: { push: Answer<'getHostCalendar'>['calendar']['push'] }) {
  if (push === null || push.status === 'pending') return null;
  if (push.status === 'active') return <span className="faint">{words.changesAreReported}</span>;
  return (
    <span className="quiet">
      {words.changesArentReported} {push.error}
    </span>
  );
}
