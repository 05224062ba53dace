import { Link } from '@tanstack/react-router';
import * as words from '../../words/en/pipeline.js';
import type { LeadSearch } from './lead-search.js';

/** Switches between the list of leads and the pipeline, which keep each other's filters. */
export const LeadViewSwitch = ({ search }: { search: LeadSearch }) => (
  <nav className="view-switch" aria-label={words.view}>
    {(
      [
        ['/leads', words.list],
        ['/leads/pipeline', words.pipeline],
      ] as const
    ).map(([to, name]) => (
      <Link
        key={to}
        to={to}
        search={search}
        activeOptions={{ exact: true, includeSearch: false }}
        activeProps={{ className: 'active' }}
      >
        {name}
      </Link>
    ))}
  </nav>
);
