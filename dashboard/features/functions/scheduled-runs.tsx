import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CloudFunction } from '../../../schemas/functions/cloud-functions.js';
import { useApiList } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { Timestamp } from '../../components/time/timestamp.js';
import { CYCLES } from '../../words/cycles.js';
import * as words from '../../words/en/function.js';

type Fire = CloudFunction['fires'][number];

const counted = ({ matched, succeeded, failed, ended_at }: Fire): string =>
  words.fireCounts(matched, ended_at ? succeeded : undefined, failed);

interface Props {
  fn: CloudFunction;
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** The times at which its schedule had a function run, each with what came of it; one leads to its runs. */
export function ScheduledRuns({ fn, chosen, onChoose }: Props) {
  const [all, setAll] = useState(false);
  const pages = useApiList('listCloudFunctionFires', { params: { id: fn.id }, query: { limit: 50 } }, { enabled: all });
  const fires = (all && pages.data?.pages.flatMap((page) => page.fires)) || fn.fires.slice(0, 3);
  const hasMore = all ? pages.hasNextPage : fn.fires.length > fires.length;
  if (fires.length === 0) return null;
  return (
    <section className="card clipped" aria-labelledby="fires">
      <header className="card-head">
        <h2 id="fires">{words.scheduledRuns}</h2>
      </header>
      <ul>
        {fires.map((fire) => (
          <li key={fire.id}>
            <button
              type="button"
              className="line listed"
              aria-pressed={fire.id === chosen}
              onClick={() => onChoose(fire.id === chosen ? undefined : fire.id)}
            >
              <span className="grow">
                <Timestamp at={fire.nominal_at} plain /> <span className="faint numbers">{counted(fire)}</span>
              </span>
              <Chip {...CYCLES[fire.status]} />
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className="card-body">
          <Button
            variant="default"
            size="compact-sm"
            loading={pages.isFetching}
            onClick={() => (all ? void pages.fetchNextPage() : setAll(true))}
          >
            {words.showEarlierRuns}
          </Button>
        </div>
      )}
    </section>
  );
}
