import { useMay } from '../api/session.js';
import { AreaTabs } from '../parts/area-tabs.js';

const TABS = [
  { to: '/channels', name: 'E-mail' },
  { to: '/channels/whatsapp', name: 'WhatsApp' },
  { to: '/channels/voice', name: 'Voice' },
  { to: '/channels/templates', name: 'Templates' },
  { to: '/channels/suppressions', name: 'Suppressed' },
  { to: '/channels/sandbox', name: 'Sandbox' },
];

const HOOKS = { to: '/channels/hooks', name: 'Hooks' };

/** The pages about channels. */
export function ChannelTabs() {
  const may = useMay();
  return <AreaTabs label="About channels" tabs={may('webhooks:read') ? [...TABS, HOOKS] : TABS} />;
}
