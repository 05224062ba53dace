import { AreaTabs } from '../parts/area-tabs.js';

const TABS = [
  { to: '/meetings', name: 'Meetings' },
  { to: '/meetings/week', name: 'Week' },
  { to: '/meetings/hosts', name: 'Hosts' },
  { to: '/meetings/types', name: 'Types' },
];

/** The pages about meetings. */
export const MeetingTabs = () => <AreaTabs label="About meetings" tabs={TABS} />;
