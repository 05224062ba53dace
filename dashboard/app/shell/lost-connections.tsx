import { Link } from '@tanstack/react-router';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import * as words from '../../words/en/connections.js';

/** Reports on every page that a connected account has lost its access, and leads to the page that restores it. */
export function LostConnections() {
  const enabled = usePermission()('reports:read');
  const lost = useApiQuery('listAttention', { query: { kinds: 'reconnect_needed', limit: 2 } }, { enabled });
  const count = lost.data?.attention.length ?? 0;
  if (count === 0) return null;
  return (
    <div className="strip" role="status">
      {words.lostBanner(count)}
      <Link to="/channels/connections">{words.showConnections}</Link>
    </div>
  );
}
