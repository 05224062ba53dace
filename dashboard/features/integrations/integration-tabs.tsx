import { usePermission } from '../../api/session.js';
import { AreaTabs } from '../../components/area-tabs.js';
import * as words from '../../words/en/request-log.js';

const TABS = [
  { to: '/integrations', name: words.keysAndWidgets, scope: 'keys:manage' },
  { to: '/integrations/requests', name: words.apiRequests, scope: 'api_requests:read' },
  { to: '/integrations/usage', name: words.usage, scope: 'reports:read' },
] as const;

/** The pages about integrations that the user may see. */
export function IntegrationTabs() {
  const may = usePermission();
  const tabs = TABS.filter(({ scope }) => may(scope));
  return tabs.length > 1 && <AreaTabs label={words.integrationSections} tabs={tabs} />;
}
