import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk, usePages } from '../api/ask.js';
import type { Answer } from '../api/names.js';
import { useMay } from '../api/session.js';
import { Listed } from '../parts/listed.js';
import { Empty } from '../parts/page.js';
import { Remove } from '../parts/remove.js';
import { Select } from '../parts/select.js';
import { When } from '../parts/when.js';
import { moneyOf } from '../words/reports.js';
import { Record } from './record.js';
import { Types } from './types.js';

type Page = Answer<'listConversions'>;

function Row({ row, page, mayChange }: { row: Page['conversions'][number]; page: Page; mayChange: boolean }) {
  const lead = page.included?.leads?.find(({ id }) => id === row.lead_id);
  const agent = page.included?.workflows?.find(({ id }) => id === row.workflow_id);
  const name = lead?.name ?? 'A lead';
  const about = [agent && `put down to ${agent.name}`, row.notes].filter(Boolean).join(' · ');
  return (
    <div className="line meeting key">
      <div className="grow">
        <div className="cut">
          <Link to="/leads/$id" params={{ id: row.lead_id }}>
            {name}
          </Link>
        </div>
        <div className="faint cut">
          {row.conversion_type.name} · <When at={row.converted_at} plain /> {about && `· ${about}`}
        </div>
      </div>
      {row.amount !== null && <strong className="numbers">{moneyOf(row.amount, row.currency ?? '')}</strong>}
      {mayChange && (
        <Remove
          operation="deleteConversion"
          id={row.id}
          name={`${row.conversion_type.name} of ${name}`}
          means="It counts no more. What it set off stays as it is."
        />
      )}
    </div>
  );
}

/** What was converted, with which lead and for how much, and the kinds of success there are. */
export function Conversions() {
  const mayChange = useMay()('conversions:write');
  const types = useAsk('listConversionTypes', { query: { limit: 200 } });
  const [type, setType] = useState<string>();
  const pages = usePages('listConversions', {
    query: { conversion_type_id: type, include: 'lead,workflow', limit: 50 },
  });
  return (
    <div className="stack">
      <Types mayChange={mayChange} />
      <div className="row">
        <Select
          aria-label="Kind of success"
          placeholder="Every type"
          data={types.data?.conversion_types.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={type ?? null}
          onChange={(id) => setType(id ?? undefined)}
          clearable
        />
        <span className="grow faint">{pages.data && `${pages.data.pages[0]?.total ?? 0} in all`}</span>
        {mayChange && <Record />}
      </div>
      <Listed
        pages={pages}
        rows={(page) => page.conversions.map((row) => ({ id: row.id, row, page }))}
        label="What was converted"
        empty={
          <Empty title="Nothing was recorded yet">
            <p>Record a conversion by hand, or let your shop or your calendar do it by the API.</p>
          </Empty>
        }
      >
        {({ row, page }) => <Row row={row} page={page} mayChange={mayChange} />}
      </Listed>
    </div>
  );
}
