import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api/operation-types.js';
import { usePermission } from '../../api/session.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { DeleteButton } from '../../components/delete-button.js';
import { Empty } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { Select } from '../../components/select.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/conversions.js';
import { moneyOf } from '../../words/reports.js';
import { ConversionTypes } from './conversion-types.js';
import { RecordConversion } from './record-conversion.js';

type Page = Answer<'listConversions'>;

function Row({ row, page, mayChange }: { row: Page['conversions'][number]; page: Page; mayChange: boolean }) {
  const lead = page.included?.leads?.find(({ id }) => id === row.lead_id);
  const agent = page.included?.workflows?.find(({ id }) => id === row.workflow_id);
  const name = lead?.name ?? words.aLead;
  const about = [agent && words.attributedTo(agent.name), row.notes].filter(Boolean).join(' · ');
  return (
    <div className="line meeting key">
      <div className="grow">
        <div className="cut">
          <Link to="/leads/$id" params={{ id: row.lead_id }}>
            {name}
          </Link>
        </div>
        <div className="faint cut">
          {row.conversion_type.name} · <Timestamp at={row.converted_at} plain /> {about && `· ${about}`}
        </div>
      </div>
      {row.amount !== null && <strong className="numbers">{moneyOf(row.amount, row.currency ?? '')}</strong>}
      {mayChange && (
        <DeleteButton
          operation="deleteConversion"
          id={row.id}
          name={words.ofLabel(row.conversion_type.name, name)}
          means={words.itNoLongerCountsInReports}
        />
      )}
    </div>
  );
}

/** The conversions with leads and amounts, and the conversion types. */
export function ConversionList() {
  const mayChange = usePermission()('conversions:write');
  const types = useApiQuery('listConversionTypes', { query: { limit: 200 } });
  const [type, setType] = useState<string>();
  const pages = useApiList('listConversions', {
    query: { conversion_type_id: type, include: 'lead,workflow', limit: 50 },
  });
  return (
    <div className="stack">
      <ConversionTypes mayChange={mayChange} />
      <div className="row">
        <Select
          aria-label={words.conversionType}
          placeholder={words.allTypes}
          data={types.data?.conversion_types.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={type ?? null}
          onChange={(id) => setType(id ?? undefined)}
          clearable
        />
        <span className="grow faint">{pages.data && words.conversion(pages.data.pages[0]?.total ?? 0)}</span>
        {mayChange && <RecordConversion />}
      </div>
      <PagedList
        pages={pages}
        rows={(page) => page.conversions.map((row) => ({ id: row.id, row, page }))}
        label={words.conversions}
        empty={
          <Empty title={words.noConversionsYet}>
            <p>{words.recordAConversionHereOrSend}</p>
          </Empty>
        }
      >
        {({ row, page }) => <Row row={row} page={page} mayChange={mayChange} />}
      </PagedList>
    </div>
  );
}
