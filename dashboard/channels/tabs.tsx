import { AreaTabs } from '../parts/area-tabs.js';

const TABS = [
  { to: '/channels', name: 'E-mail' },
  { to: '/channels/whatsapp', name: 'WhatsApp' },
  { to: '/channels/voice', name: 'Voice' },
  { to: '/channels/templates', name: 'Templates' },
  { to: '/channels/suppressions', name: 'Suppressed' },
  { to: '/channels/sandbox', name: 'Sandbox' },
];

/** The pages about channels. */
export const ChannelTabs = () => <AreaTabs label="About channels" tabs={TABS} />;
