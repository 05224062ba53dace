import { usePermission } from '../../api/session.js';
import { AreaTabs } from '../../components/area-tabs.js';
import * as words from '../../words/en/channels.js';
import * as connecting from '../../words/en/connections.js';

const TABS = [
  { to: '/channels', name: words.email },
  { to: '/channels/connections', name: connecting.connections },
  { to: '/channels/whatsapp', name: words.whatsapp },
  { to: '/channels/voice', name: words.voice },
  { to: '/channels/templates', name: words.templates },
  { to: '/channels/suppressions', name: words.suppressedAddresses },
  { to: '/channels/sandbox', name: words.sandbox },
];

const HOOKS = { to: '/channels/hooks', name: words.inboundWebhooks };

/** The pages about channels. */
export function ChannelTabs() {
  const may = usePermission();
  return <AreaTabs label={words.channelSections} tabs={may('webhooks:read') ? [...TABS, HOOKS] : TABS} />;
}
