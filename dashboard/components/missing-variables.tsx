import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../api/use-api-query.js';
import * as words from '../words/en/previews.js';
import { numberOf } from '../words/reports.js';

interface Props {
  /** The variables that a message reads. */
  reads: readonly string[];
  /** The agent whose leads are counted; all of the account if undefined. */
  agentId: string | undefined;
}

/** Shows how many leads lack a variable of a message, with a link to these leads. */
export function MissingVariables({ reads, agentId }: Props) {
  const among = agentId ? { workflow_id: agentId } : {};
  const { data } = useApiQuery(
    'countLackingLeads',
    { query: { ...among, variables: reads.join(',') } },
    { enabled: reads.length > 0 },
  );
  const lacking = data?.lacking.filter(({ leads }) => leads > 0) ?? [];
  if (!data || data.leads === 0 || reads.length === 0) return null;
  if (lacking.length === 0) return <p className="quiet">{words.leadsHaveTheseFields(data.leads, data.capped)}</p>;
  return (
    <ul className="stack-close" aria-label={words.missingVariables}>
      {lacking.map(({ variable, leads }) => (
        <li key={variable}>
          <Link to="/leads" search={{ ...among, lacks: variable }}>
            <code>{variable}</code>
            {words.isMissingForOf(numberOf(leads), data.leads, data.capped)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
