import { usePermission } from '../../api/session.js';
import { AreaTabs } from '../../components/area-tabs.js';
import * as words from '../../words/en/request-log.js';

const TABS = [
  { to: '/integrations', name: words.keysAndWidgets },
  { to: '/integrations/requests', name: words.apiRequests },
];

/** The pages about integrations. */
export const IntegrationTabs = () =>
  usePermission()('api_requests:read') && <AreaTabs label={words.integrationSections} tabs={TABS} />;
