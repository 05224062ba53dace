import { Link } from '@tanstack/react-router';
import { usePages } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { scheduleInWords } from '../jobs/fires-in-words.js';
import { Chip } from '../parts/chip.js';
import { Listed } from '../parts/listed.js';
import { Empty, Page } from '../parts/page.js';
import { When } from '../parts/when.js';
import { NewFunction } from './new-function.js';

/** The functions of the account. */
export function FunctionsPage() {
  const may = useMay();
  const pages = usePages('listCloudFunctions', { query: { limit: 50 } });
  return (
    <Page title="Functions" actions={may('functions:write') && <NewFunction />}>
      <Listed
        pages={pages}
        rows={(page) => page.functions}
        label="Functions"
        empty={
          <Empty title="No function yet">
            <p>
              A function is a few lines of TypeScript that read leads and act on them: by the clock, on an event, from a
              job or an agent. <a href="docs/cloud-functions">The guide</a> has ten of them.
            </p>
          </Empty>
        }
      >
        {(fn) => (
          <Link to="/functions/$id" params={{ id: fn.id }} className="line listed">
            <span className="grow">
              <strong className="cut">{fn.name}</strong>
              <span className="faint cut">
                Version {fn.version}
                {fn.schedule && ` · ${scheduleInWords(fn.schedule)}`}
                {fn.last_run_at && (
                  <>
                    {' '}
                    · last ran <When at={fn.last_run_at} />
                  </>
                )}
              </span>
            </span>
            {!fn.deployed_at && <Chip who="decide" label="Not deployed" />}
            {fn.is_active ? <Chip who="ok" label="On" /> : <Chip who="off" label="Off" />}
          </Link>
        )}
      </Listed>
    </Page>
  );
}
