import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { enrollingOf } from '../campaigns/enrolling.js';
import { numberOf } from '../words/reports.js';

interface Work {
  id: string;
  to: string;
  name: string;
  says: string;
}

/** Lists what is under way: imports that are read, campaigns that enrol. */
function useUnderWay(): Work[] {
  const may = useMay();
  const query = { limit: 20 };
  const often = { everyMs: 15_000 };
  const imports = useAsk('listImports', { query }, { when: may('leads:read'), ...often });
  const campaigns = useAsk('listCampaigns', { query }, { when: may('campaigns:read'), ...often });
  return [
    ...(imports.data?.imports ?? [])
      .filter(({ status }) => status === 'queued' || status === 'running')
      .map(({ id, file_name, rows, remaining }) => ({
        ...{ id, to: `/leads/import/${id}`, name: file_name ?? 'An import' },
        says: `${numberOf(rows - remaining)} of ${numberOf(rows)} rows`,
      })),
    ...enrollingOf(campaigns.data?.campaigns),
  ];
}

/** What is under way; nothing where nothing is. */
export function UnderWay() {
  const work = useUnderWay();
  if (work.length === 0) return null;
  return (
    <section className="card" aria-labelledby="under-way">
      <header className="card-head">
        <h2 id="under-way">Under way</h2>
      </header>
      <ul>
        {work.map(({ id, to, name, says }) => (
          <li key={id} className="line">
            <Link to={to} className="grow cut">
              {name}
            </Link>
            <span className="faint numbers">{says}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
