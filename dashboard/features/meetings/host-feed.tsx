import { Button } from '@mantine/core';
import { useState } from 'react';
import { download } from '../../api/download.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { addressOf } from '../../api/request.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ProblemNote } from '../../components/problem-note.js';
import { SecretOnce } from '../../components/secret-once.js';
import * as words from '../../words/en/meetings.js';

type Wish = 'make' | 'end';

const MEANS = {
  make: words.anyoneWithTheUrlCanRead,
  end: words.subscribedCalendarsDontReceiveNew,
} as const satisfies Record<Wish, string>;

/** A host's meetings for calendar programs: a file of now, or an address that they subscribe to. */
export function HostFeed({ id, name, mayChange }: { id: string; name: string; mayChange: boolean }) {
  const make = useApiMutation('createCalendarFeed');
  const end = useApiMutation('deleteCalendarFeed');
  const [wish, setWish] = useState<Wish>();
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState<Problem>();
  const act = async () => {
    if (wish === 'end') return end.mutateAsync({ params: { id } });
    const { feed } = await make.mutateAsync({ params: { id } });
    make.reset();
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
        <h2 id="feed">{words.calendarFeed}</h2>
      </header>
      <div className="card-body stack">
        <p className="quiet">{words.calendarAppsCanSubscribeToThe}</p>
        <div className="row">
          {mayChange && (
            <>
              <Button variant="default" onClick={() => setWish('make')}>
                {words.createFeedUrl}
              </Button>
              <Button variant="default" onClick={() => setWish('end')}>
                {words.revokeFeedUrl}
              </Button>
            </>
          )}
          <Button variant="default" onClick={fetchFile}>
            {words.downloadAsFile}
          </Button>
        </div>
        {problem && <ProblemNote problem={problem} />}
      </div>
      <ConfirmDialog
        title={wish === 'end' ? words.revokeFeedUrl : words.createFeedUrl}
        opened={wish !== undefined}
        isPending={make.isPending || end.isPending}
        onCancel={() => setWish(undefined)}
        onConfirm={() =>
          void act()
            .catch(() => undefined)
            .finally(() => setWish(undefined))
        }
      >
        {wish && MEANS[wish]}
      </ConfirmDialog>
      <SecretOnce title={words.calendarFeedUrl} secret={url} onStored={() => setUrl(undefined)}>
        {words.subscribeToItInYourCalendar}
      </SecretOnce>
    </section>
  );
}
