import { Link } from '@tanstack/react-router';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import * as words from '../../words/en/home.js';
import { numberOf } from '../../words/reports.js';
import { enrollingOf } from '../campaigns/enrolling-campaigns.js';

interface Work {
  id: string;
  to: string;
  name: string;
  progress: string;
}

/** Lists what is under way: imports that are read, campaigns that enrol. */
function useUnderWay(): Work[] {
  const may = usePermission();
  const query = { limit: 20 };
  const often = { everyMs: 15_000 };
  const imports = useApiQuery('listImports', { query }, { enabled: may('leads:read'), ...often });
  const campaigns = useApiQuery('listCampaigns', { query }, { enabled: may('campaigns:read'), ...often });
  return [
    ...(imports.data?.imports ?? [])
      .filter(({ status }) => status === 'queued' || status === 'running')
      .map(({ id, file_name, rows, remaining }) => ({
        id,
        to: `/leads/import/${id}`,
        name: file_name ?? words.importLabel,
        progress: words.ofRows(numberOf(rows - remaining), numberOf(rows)),
      })),
    ...enrollingOf(campaigns.data?.campaigns),
  ];
}

/** The running work; nothing if there is none. */
export function WorkInProgress() {
  const work = useUnderWay();
  if (work.length === 0) return null;
  return (
    <section className="card" aria-labelledby="under-way">
      <header className="card-head">
        <h2 id="under-way">{words.inProgress}</h2>
      </header>
      <ul>
        {work.map(({ id, to, name, progress }) => (
          <li key={id} className="line">
            <Link to={to} className="grow cut">
              {name}
            </Link>
            <span className="faint numbers">{progress}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
