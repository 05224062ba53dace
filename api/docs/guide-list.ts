/** The guides in reading order, by their file in `docs/guides`, in groups of the navigation. */
export const GUIDE_GROUPS: readonly { name: string; guides: readonly string[] }[] = [
  { name: 'Begin', guides: ['quick-start', 'authentication', 'idempotency', 'errors', 'limits', 'generated-clients'] },
  {
    name: 'Use the dashboard',
    guides: [
      'dashboard',
      'inbox',
      'work-with-a-lead',
      'pipeline',
      'import-leads',
      'change-leads',
      'pause-agents',
      'meetings',
      'connect-email',
      'connect-whatsapp',
      'reports',
      'system-status',
    ],
  },
  {
    name: 'Leads',
    guides: [
      ...[
        'leads',
        'cadences',
        'channels',
        'connections',
        'conversations',
        'models',
        'evals',
        'knowledge',
        'human-takeover',
      ],
      'widget',
      'consent',
      'webhooks-in',
      'webhooks-out',
    ],
  },
  { name: 'Automate', guides: ['building', 'background-jobs', 'booking', 'cloud-functions'] },
  {
    name: 'Run it',
    guides: [
      ...['people', 'notifications', 'single-sign-on', 'audit', 'request-log', 'attention', 'outages', 'retention'],
      ...['self-hosting', 'security', 'versioning', 'glossary'],
    ],
  },
];
