import { useState } from 'react';
import { useAsk } from '../api/ask.js';
import { useSession } from '../api/session.js';
import { startOfDay } from './start-of-day.js';

interface Props {
  label: string;
  query: Record<string, unknown>;
}

const NUMBER = new Intl.NumberFormat();

function Figure({ label, query }: Props) {
  const { data } = useAsk('countLeads', { query }, { everyMs: 60_000 });
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd className="numbers">{data ? NUMBER.format(data.count) + (data.capped ? '+' : '') : '–'}</dd>
    </div>
  );
}

/** How many leads there are, and where they stand. */
export function Figures() {
  const { account } = useSession();
  const [today] = useState(() => startOfDay(new Date(), account.timezone).toISOString());
  return (
    <dl className="figures card" aria-label="Leads">
      <Figure label="Leads" query={{}} />
      <Figure label="New today" query={{ created_after: today }} />
      <Figure label="Taken over" query={{ paused: true }} />
      <Figure label="With a meeting" query={{ has_meeting: true }} />
    </dl>
  );
}
