import { Link } from '@tanstack/react-router';
import { usePermission } from '../../api/session.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Empty, Page } from '../../components/page.js';
import { PagedList } from '../../components/paged-list.js';
import { scheduleInWords } from '../../components/schedule/trigger-in-words.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/functions.js';
import { NewFunction } from './new-function.js';

/** The functions of the account. */
export function FunctionsPage() {
  const may = usePermission();
  const pages = useApiList('listCloudFunctions', { query: { limit: 50 } });
  return (
    <Page title={words.functions} create={may('functions:write') && <NewFunction />}>
      <PagedList
        pages={pages}
        rows={(page) => page.functions}
        label={words.functions}
        empty={
          <Empty title={words.noFunctionsYet} first>
            <p>{words.aFunctionIsAShortTypescript}</p>
            <p>
              <a href="docs/cloud-functions">{words.seeTheGuideForExamples}</a>
            </p>
          </Empty>
        }
      >
        {(fn) => (
          <Link to="/functions/$id" params={{ id: fn.id }} className="line listed">
            <span className="grow">
              <strong className="cut">{fn.name}</strong>
              <span className="faint cut">
                {words.version(fn.version)}
                {fn.schedule && ` · ${scheduleInWords(fn.schedule)}`}
                {fn.last_run_at && (
                  <>
                    {' '}
                    {words.lastRun}
                    <Timestamp at={fn.last_run_at} />
                  </>
                )}
              </span>
            </span>
            {!fn.deployed_at && <Chip who="decide" label={words.notDeployed} />}
            {fn.is_active ? <Chip who="ok" label={words.active} /> : <Chip who="off" label={words.inactive} />}
          </Link>
        )}
      </PagedList>
    </Page>
  );
}
