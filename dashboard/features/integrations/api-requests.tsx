import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Answer } from '../../api/operation-types.js';
import { PATHS } from '../../api/operations.js';
import { usePermission, useSession } from '../../api/session.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { Select } from '../../components/select.js';
import { shiftDay } from '../../components/time/days.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { momentOf } from '../../components/time/wall-clock.js';
import * as words from '../../words/en/request-log.js';
import { DayInput } from '../reports/day-range.js';
import { ApiRequestDetail } from './api-request-detail.js';
import { type ApiRequestSearch, METHODS, readApiRequestSearch, STATUSES } from './api-request-search.js';
import { IntegrationTabs } from './integration-tabs.js';
import { RequestStatus } from './request-status.js';

type ApiRequest = Answer<'listApiRequests'>['api_requests'][number];

const OPERATIONS = Object.keys(PATHS).sort();

/** Returns the query of the API: days become times at midnight in a time zone. */
function queryOf({ from, to, open: _open, ...plain }: ApiRequestSearch, zone: string) {
  const midnight = (day: string) => momentOf({ day, minutes: 0 }, zone);
  return {
    ...plain,
    ...(from ? { since: midnight(from) } : {}),
    ...(to ? { until: midnight(shiftDay(to, 1)) } : {}),
  };
}

interface FilterProps {
  search: ApiRequestSearch;
  onChange: (change: ApiRequestSearch) => void;
}

function Filters({ search, onChange }: FilterProps) {
  const keys = useApiQuery('listKeys', {}, { enabled: usePermission()('keys:manage') });
  const select = (
    label: string,
    name: 'key' | 'operation' | 'method' | 'status',
    data: readonly (string | { value: string; label: string })[],
  ) => (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...data]}
      value={search[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
      clearable
      searchable
      className="filter"
      size="sm"
    />
  );
  return (
    <search className="filters ends">
      {select(
        words.key,
        'key',
        (keys.data?.keys ?? [])
          .filter(({ kind }) => kind === 'live')
          .map(({ id, name, last_four }) => ({ value: id, label: `${name} (…${last_four})` })),
      )}
      {select(words.operation, 'operation', OPERATIONS)}
      {select(words.method, 'method', METHODS)}
      {select(
        words.status,
        'status',
        STATUSES.map((value) => ({ value, label: value === 'none' ? words.noResponse : value })),
      )}
      <TextInput
        aria-label={words.requestId}
        placeholder={words.requestId}
        className="filter"
        size="sm"
        key={search.request_id}
        defaultValue={search.request_id}
        onChange={({ currentTarget: { value } }) => {
          const { request_id } = readApiRequestSearch({ request_id: value.trim() });
          if (request_id || value.trim() === '') onChange({ request_id });
        }}
      />
      <DayInput label={words.fromLabel} day={search.from} clearable onChange={(from) => onChange({ from })} />
      <DayInput label={words.to} day={search.to} clearable onChange={(to) => onChange({ to })} />
    </search>
  );
}

const Row = ({ request, search }: { request: ApiRequest; search: ApiRequestSearch }) => (
  <Link to="/integrations/requests" search={{ ...search, open: request.id }} replace className="line key listed">
    <div className="grow">
      <span className="cut">
        <strong>{request.method}</strong> {request.path}
      </span>
      <div className="faint">
        {[request.operation, request.key.name, request.error_code, request.replayed && words.replayed]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
    <RequestStatus status={request.status} />
    <div className="faint numbers">
      <div>{words.milliseconds(request.duration_ms)}</div>
      <Timestamp at={request.at} />
    </div>
  </Link>
);

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Empty title={words.noMatchingRequests}>
      <Link to="/integrations/requests" search={{}}>
        {words.clearFilters}
      </Link>
    </Empty>
  ) : (
    <Empty title={words.noRequestsYet}>
      <p>{words.requestsAppearHere}</p>
    </Empty>
  );

/** The requests with API keys, newest first. */
export function ApiRequestsPage() {
  const { account } = useSession();
  const search = useSearch({ from: '/shell/integrations/requests' });
  const navigate = useNavigate();
  const pages = useApiList('listApiRequests', { query: { ...queryOf(search, account.timezone), limit: 50 } });
  const { open, ...filters } = search;
  const show = (change: ApiRequestSearch) =>
    void navigate({ to: '/integrations/requests', search: { ...search, ...change }, replace: true });
  return (
    <Page
      title={words.apiRequests}
      actions={
        <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={() => void pages.refetch()}>
          {words.refresh}
        </Button>
      }
    >
      <IntegrationTabs />
      <Filters search={search} onChange={show} />
      <PagedList
        pages={pages}
        rows={(page) => page.api_requests}
        label={words.apiRequests}
        empty={<Nothing filtered={Object.keys(filters).length > 0} />}
      >
        {(request) => <Row request={request} search={search} />}
      </PagedList>
      <ApiRequestDetail id={open} onClose={() => show({ open: undefined })} />
    </Page>
  );
}
