import { ActionIcon, Button, Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { noteEnded } from '../api/begun.js';
import type { LongWork } from '../api/long-work.js';
import { useMay } from '../api/session.js';
import { useLongWork } from '../api/use-long-work.js';
import { enrollingOf } from '../campaigns/enrolling.js';
import { Icon } from '../parts/icons.js';
import { ProblemNote } from '../parts/problem-note.js';
import { numberOf } from '../words/reports.js';

const EVERY_MS = 5_000;

interface Work {
  id: string;
  to: string;
  name: string;
  says: string;
  /** How much of it is done, from 0 to 1; undefined: nobody knows. */
  part?: number;
  /** The campaign that it is, which can be paused here. */
  campaign?: string;
}

const isUnderWay = ({ status }: { status: string }) => status === 'queued' || status === 'running';

/** Asks for what the service carries on by itself, until nothing that was begun here goes on any more. */
function useCarriedOn(hasOwn: boolean): Work[] {
  const may = useMay();
  const often = { everyMs: EVERY_MS };
  const imports = useAsk('listImports', { query: { limit: 20 } }, { when: may('leads:read'), ...often });
  const jobs = useAsk('listBackgroundJobs', { query: { limit: 200 } }, { when: may('background_jobs:read'), ...often });
  const campaigns = useAsk('listCampaigns', { query: { limit: 20 } }, { when: may('campaigns:read'), ...often });
  const enrolling = enrollingOf(campaigns.data?.campaigns).map((each) => ({ ...each, campaign: each.id }));
  const running = (imports.data?.imports ?? []).filter(isUnderWay).map(({ id, file_name, rows, remaining }) => ({
    ...{ id, to: `/leads/import/${id}`, name: file_name ?? 'An import' },
    ...{
      says: `${numberOf(rows - remaining)} of ${numberOf(rows)} rows`,
      part: (rows - remaining) / Math.max(1, rows),
    },
  }));
  const cycles = (jobs.data?.data ?? []).flatMap(({ id, name, last_cycle: cycle }) =>
    cycle && cycle.ended_at === null
      ? [{ id: cycle.id, to: `/jobs/${id}/cycles/${cycle.id}`, name, says: cycle.dry_run ? 'Dry run' : 'Runs' }]
      : [],
  );
  const isKnown =
    (!may('leads:read') || imports.isSuccess) &&
    (!may('background_jobs:read') || jobs.isSuccess) &&
    (!may('campaigns:read') || campaigns.isSuccess);
  const isOver = !hasOwn && isKnown && running.length + enrolling.length + cycles.length === 0;
  useEffect(() => {
    if (isOver) noteEnded();
  });
  return [...running, ...enrolling, ...cycles];
}

function PauseCampaign({ id, name }: { id: string; name: string }) {
  const pause = useAct('pauseCampaign');
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={`Pause ${name}`}
      loading={pause.busy}
      onClick={() => void pause.do({ params: { id }, body: {} }).catch(() => undefined)}
    >
      Pause
    </Button>
  );
}

const saysOf = ({ state, of, done }: LongWork): string =>
  state === 'done'
    ? `Done: ${numberOf(done)}`
    : `${numberOf(done)} of ${numberOf(of)}${state === 'stopped' ? ', stopped' : ''}`;

function OwnLine({ work, onClose }: { work: LongWork; onClose: () => void }) {
  const { goOn, forget, problemOf } = useLongWork();
  const problem = problemOf(work.id);
  return (
    <li className="under-way">
      <div className="row">
        <Link to={work.path} className="grow cut" onClick={onClose}>
          {work.name}
        </Link>
        {work.state === 'stopped' && (
          <Button variant="default" size="compact-xs" onClick={() => void goOn(work.id)}>
            Go on
          </Button>
        )}
        {work.state !== 'going' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Tell no more of: ${work.name}`}
            onClick={() => forget(work.id)}
          >
            <Icon name="x" size={14} />
          </ActionIcon>
        )}
      </div>
      <progress className="progress" max={1} value={work.state === 'done' ? 1 : work.done / Math.max(1, work.of)} />
      <span className="faint numbers">{saysOf(work)}</span>
      {work.state === 'stopped' && problem && <ProblemNote problem={problem} />}
    </li>
  );
}

/** What takes long and goes on whichever page is looked at, with how far it has come. */
export function Tray() {
  const [opened, setOpened] = useState(false);
  const may = useMay();
  const own = useLongWork().all;
  const carried = useCarriedOn(own.length > 0);
  if (own.length + carried.length === 0) return null;
  const going = own.filter(({ state }) => state === 'going').length + carried.length;
  const stopped = own.filter(({ state }) => state === 'stopped').length;
  const label = stopped > 0 ? `${stopped} stopped` : going > 0 ? `${going} under way` : 'Done';
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
        <ul aria-label="Under way" className="stack-close">
          {carried.map(({ id, to, name, says, part, campaign }) => (
            <li key={id} className="under-way">
              <div className="row">
                <Link to={to} className="grow cut" onClick={close}>
                  {name}
                </Link>
                {campaign && may('campaigns:write') && <PauseCampaign id={campaign} name={name} />}
              </div>
              <progress className="progress" max={1} {...(part === undefined ? {} : { value: part })} />
              <span className="faint numbers">{says}</span>
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
