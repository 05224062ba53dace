/** The guides in reading order, by their file in `docs/guides`, in groups of the navigation. */
export const GUIDE_GROUPS: readonly { name: string; guides: readonly string[] }[] = [
  { name: 'Begin', guides: ['quick-start', 'authentication', 'idempotency', 'errors', 'limits'] },
  {
    name: 'Leads',
    guides: [
      ...['leads', 'cadences', 'channels', 'conversations', 'models', 'evals', 'knowledge', 'human-takeover'],
      'widget',
      'consent',
      'webhooks-in',
    ],
  },
  { name: 'Automate', guides: ['building', 'background-jobs', 'booking', 'cloud-functions'] },
  {
    name: 'Run it',
    guides: [
      ...['daily-work', 'people', 'audit', 'attention', 'outages'],
      ...['retention', 'self-hosting', 'versioning', 'glossary'],
    ],
  },
];
