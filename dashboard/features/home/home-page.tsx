import { lazy, Suspense } from 'react';
import { usePermission, useSession } from '../../api/session.js';
import { Page } from '../../components/page.js';
import * as words from '../../words/en/home.js';
import { FirstSteps } from './first-steps.js';
import { HomeAgents } from './home-agents.js';
import { HomeFigures } from './home-figures.js';
import { MyTasks } from './my-tasks.js';
import { NeedsYou } from './needs-you.js';
import { NextMeetings } from './next-meetings.js';

/** Loaded after the rest, because usually nothing is in progress. */
const UnderWay = lazy(async () => ({ default: (await import('./work-in-progress.js')).WorkInProgress }));

/** Recent activity, attention items and upcoming events. */
export function HomePage() {
  const may = usePermission();
  const { account } = useSession();
  return (
    <Page title={words.home}>
      <div className="stack">
        {!account.sending_enabled && <p className="note-strip">{words.sendingIsPausedForThisAccount}</p>}
        {may('workflows:write') && <FirstSteps />}
        {may('reports:read') && <HomeFigures />}
        <div className="two">
          {may('reports:read') && <NeedsYou />}
          <div className="stack">
            <Suspense fallback={null}>
              <UnderWay />
            </Suspense>
            {may('meetings:read') && <NextMeetings />}
            {may('leads:read') && <MyTasks />}
            {may('workflows:read') && <HomeAgents />}
          </div>
        </div>
      </div>
    </Page>
  );
}
