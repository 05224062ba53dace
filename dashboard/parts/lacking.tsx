import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.js';

interface Props {
  /** The variables that a message reads. */
  reads: readonly string[];
  /** Whose leads are counted; all of the account if it is not said. */
  agentId: string | undefined;
}

/** Of how many leads something is missing that a message reads, and which leads these are. */
export function Lacking({ reads, agentId }: Props) {
  const among = agentId ? { workflow_id: agentId } : {};
  const { data } = useAsk(
    'countLackingLeads',
    { query: { ...among, variables: reads.join(',') } },
    { when: reads.length > 0 },
  );
  const lacking = data?.lacking.filter(({ leads }) => leads > 0) ?? [];
  if (!data || data.leads === 0 || reads.length === 0) return null;
  const whole = `${data.capped ? 'the first ' : ''}${data.leads.toLocaleString('en')}`;
  if (lacking.length === 0) return <p className="quiet">None of {whole} leads lacks what it reads.</p>;
  return (
    <ul className="stack-close" aria-label="What leads lack">
      {lacking.map(({ variable, leads }) => (
        <li key={variable}>
          <Link to="/leads" search={{ ...among, lacks: variable }}>
            {leads.toLocaleString('en')} of {whole} {data.leads === 1 ? 'lead' : 'leads'} {leads === 1 ? 'has' : 'have'}{' '}
            no <code>{variable}</code>
          </Link>
        </li>
      ))}
    </ul>
  );
}
