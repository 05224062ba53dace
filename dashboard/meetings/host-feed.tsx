import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { download } from '../api/download.js';
import { asProblem, type Problem } from '../api/problem.js';
import { addressOf } from '../api/request.js';
import { Confirm } from '../parts/confirm.js';
import { ProblemNote } from '../parts/problem-note.js';
import { SecretOnce } from '../parts/secret.js';

type Wish = 'make' | 'end';

const MEANS = {
  make: 'Whoever has the address can read the host’s meetings, without signing in. An address that was made before ends.',
  end: 'Calendars that subscribed to it see no new meetings any more.',
} as const satisfies Record<Wish, string>;

/** A host's meetings for calendar programs: a file of now, or an address that they subscribe to. */
export function HostFeed({ id, name, mayChange }: { id: string; name: string; mayChange: boolean }) {
  const make = useAct('createCalendarFeed');
  const end = useAct('deleteCalendarFeed');
  const [wish, setWish] = useState<Wish>();
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState<Problem>();
  const act = async () => {
    if (wish === 'end') return end.do({ params: { id } });
    const { feed } = await make.do({ params: { id } });
    make.forget();
    setUrl(feed.url);
  };
  const fetchFile = () => {
    setFailed(undefined);
    download(addressOf('getHostFeed', { id }), `${name}.ics`, 'text/calendar').catch((thrown) =>
      setFailed(asProblem(thrown)),
    );
  };
  const problem = make.problem ?? end.problem ?? failed;
  return (
    <section className="card" aria-labelledby="feed">
      <header className="card-head">
        <h2 id="feed">In other calendars</h2>
      </header>
      <div className="card-body stack">
        <p className="quiet">Calendar programs can subscribe to the host’s meetings at a secret address.</p>
        <div className="row">
          {mayChange && (
            <>
              <Button variant="default" onClick={() => setWish('make')}>
                Make an address
              </Button>
              <Button variant="default" onClick={() => setWish('end')}>
                End the address
              </Button>
            </>
          )}
          <Button variant="default" onClick={fetchFile}>
            Download as a file
          </Button>
        </div>
        {problem && <ProblemNote problem={problem} />}
      </div>
      <Confirm
        title={wish === 'end' ? 'End it' : 'Make it'}
        opened={wish !== undefined}
        busy={make.busy || end.busy}
        onCancel={() => setWish(undefined)}
        onConfirm={() =>
          void act()
            .catch(() => undefined)
            .finally(() => setWish(undefined))
        }
      >
        {wish && MEANS[wish]}
      </Confirm>
      <SecretOnce title="The address of the calendar" secret={url} onStored={() => setUrl(undefined)}>
        Subscribe to it in your calendar program now: it is not shown again.
      </SecretOnce>
    </section>
  );
}
