import { lazy, Suspense } from 'react';
import { useMay, useSession } from '../api/session.js';
import { Page } from '../parts/page.js';
import { Agents } from './agents.js';
import { Figures } from './figures.js';
import { FirstSteps } from './first-steps.js';
import { NextMeetings } from './meetings.js';
import { NeedsYou } from './needs-you.js';
import { MyTasks } from './tasks.js';

/** Loaded once the rest stands: most of the time nothing is. */
const UnderWay = lazy(async () => ({ default: (await import('./under-way.js')).UnderWay }));

/** What happened, what needs somebody, what comes. */
export function HomePage() {
  const may = useMay();
  const { account } = useSession();
  return (
    <Page title="Home">
      <div className="stack">
        {!account.sending_enabled && (
          <p className="note-strip">
            Sending is switched off for the account: nothing leaves until somebody switches it on.
          </p>
        )}
        {may('workflows:write') && <FirstSteps />}
        {may('reports:read') && <Figures />}
        <div className="two">
          {may('reports:read') && <NeedsYou />}
          <div className="stack">
            <Suspense fallback={null}>
              <UnderWay />
            </Suspense>
            {may('meetings:read') && <NextMeetings />}
            {may('leads:read') && <MyTasks />}
            {may('workflows:read') && <Agents />}
          </div>
        </div>
      </div>
    </Page>
  );
}
