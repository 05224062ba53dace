import { ActionIcon, Button, Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { markWorkEnded } from '../../api/background-work.js';
import type { LongWork } from '../../api/long-operations.js';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { useLongWork } from '../../api/use-long-operations.js';
import { Icon } from '../../components/icons.js';
import { ProblemNote } from '../../components/problem-note.js';
import { enrollingOf } from '../../features/campaigns/enrolling-campaigns.js';
import * as words from '../../words/en/shell.js';
import { numberOf } from '../../words/reports.js';

const EVERY_MS = 5_000;

interface Work {
  id: string;
  to: string;
  name: string;
  progress: string;
  /** The progress from 0 to 1, or undefined if unknown. */
  part?: number;
  /** The campaign that it is, which can be paused here. */
  campaign?: string;
}

const isUnderWay = ({ status }: { status: string }) => status === 'queued' || status === 'running';

/** Polls the background work of the service until all work that was started here has finished. */
function useCarriedOn(hasOwn: boolean): Work[] {
  const may = usePermission();
  const often = { everyMs: EVERY_MS };
  const imports = useApiQuery('listImports', { query: { limit: 20 } }, { enabled: may('leads:read'), ...often });
  const jobs = useApiQuery(
    'listBackgroundJobs',
    { query: { limit: 200 } },
    { enabled: may('background_jobs:read'), ...often },
  );
  const campaigns = useApiQuery(
    'listCampaigns',
    { query: { limit: 20 } },
    { enabled: may('campaigns:read'), ...often },
  );
  const enrolling = enrollingOf(campaigns.data?.campaigns).map((each) => ({ ...each, campaign: each.id }));
  const running = (imports.data?.imports ?? []).filter(isUnderWay).map(({ id, file_name, rows, remaining }) => ({
    id,
    to: `/leads/import/${id}`,
    name: file_name ?? words.importLabel,
    progress: words.ofRows(numberOf(rows - remaining), numberOf(rows)),
    part: (rows - remaining) / Math.max(1, rows),
  }));
  const cycles = (jobs.data?.data ?? []).flatMap(({ id, name, last_cycle: cycle }) =>
    cycle && cycle.ended_at === null
      ? [
          {
            id: cycle.id,
            to: `/jobs/${id}/cycles/${cycle.id}`,
            name,
            progress: cycle.dry_run ? words.dryRun : words.running,
          },
        ]
      : [],
  );
  const isKnown =
    (!may('leads:read') || imports.isSuccess) &&
    (!may('background_jobs:read') || jobs.isSuccess) &&
    (!may('campaigns:read') || campaigns.isSuccess);
  const isOver = !hasOwn && isKnown && running.length + enrolling.length + cycles.length === 0;
  useEffect(() => {
    if (isOver) markWorkEnded();
  });
  return [...running, ...enrolling, ...cycles];
}

function PauseCampaign({ id, name }: { id: string; name: string }) {
  const pause = useApiMutation('pauseCampaign');
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={words.pause(name)}
      loading={pause.isPending}
      onClick={() => void pause.mutateAsync({ params: { id }, body: {} }).catch(() => undefined)}
    >
      {words.pause2}
    </Button>
  );
}

const progressText = ({ state, of, done }: LongWork): string =>
  state === 'done'
    ? words.done2(numberOf(done))
    : words.ofLabel(numberOf(done), numberOf(of), state === 'stopped' ? words.stopped : '');

function OwnLine({ work, onClose }: { work: LongWork; onClose: () => void }) {
  const { resume, reset, problemOf } = useLongWork();
  const problem = problemOf(work.id);
  return (
    <li className="under-way">
      <div className="row">
        <Link to={work.path} className="grow cut" onClick={onClose}>
          {work.name}
        </Link>
        {work.state === 'stopped' && (
          <Button variant="default" size="compact-xs" onClick={() => void resume(work.id)}>
            {words.resume}
          </Button>
        )}
        {work.state !== 'going' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={words.dismiss(work.name)}
            onClick={() => reset(work.id)}
          >
            <Icon name="x" size={14} />
          </ActionIcon>
        )}
      </div>
      <progress className="progress" max={1} value={work.state === 'done' ? 1 : work.done / Math.max(1, work.of)} />
      <span className="faint numbers">{progressText(work)}</span>
      {work.state === 'stopped' && problem && <ProblemNote problem={problem} />}
    </li>
  );
}

/** Long work that continues on every page, with its progress. */
export function WorkTray() {
  const [opened, setOpened] = useState(false);
  const may = usePermission();
  const own = useLongWork().all;
  const carried = useCarriedOn(own.length > 0);
  if (own.length + carried.length === 0) return null;
  const going = own.filter(({ state }) => state === 'going').length + carried.length;
  const stopped = own.filter(({ state }) => state === 'stopped').length;
  const label = stopped > 0 ? words.stopped2(stopped) : going > 0 ? words.taskRunning(going) : words.done;
  const close = () => setOpened(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={340} trapFocus>
      <Popover.Target>
        <Button
          className="tray"
          variant={stopped > 0 ? 'light' : 'default'}
          size="xs"
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul aria-label={words.backgroundTasks} className="stack-close">
          {carried.map(({ id, to, name, progress, part, campaign }) => (
            <li key={id} className="under-way">
              <div className="row">
                <Link to={to} className="grow cut" onClick={close}>
                  {name}
                </Link>
                {campaign && may('campaigns:write') && <PauseCampaign id={campaign} name={name} />}
              </div>
              <progress className="progress" max={1} {...(part === undefined ? {} : { value: part })} />
              <span className="faint numbers">{progress}</span>
            </li>
          ))}
          {own.map((work) => (
            <OwnLine key={work.id} work={work} onClose={close} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
