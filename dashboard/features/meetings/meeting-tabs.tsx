import { AreaTabs } from '../../components/area-tabs.js';
import * as words from '../../words/en/meetings.js';

const TABS = [
  { to: '/meetings', name: words.meetings },
  { to: '/meetings/week', name: words.week },
  { to: '/meetings/hosts', name: words.hosts },
  { to: '/meetings/types', name: words.types },
];

/** The pages about meetings. */
export const MeetingTabs = () => <AreaTabs label={words.meetingsSections} tabs={TABS} />;
