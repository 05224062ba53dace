/** The first path segment of the page that shows a shared report. */
export const SHARED_PAGE = 'shared';

/** The first path segments of the pages for signed-out users. */
export const SIGNED_OUT_PAGES = ['setup', 'sign-in', 'invitation', 'reset', SHARED_PAGE] as const;

/** The first path segments of the dashboard's pages. Other paths aren't pages. */
export const PAGE_ROOTS = [
  ...SIGNED_OUT_PAGES,
  '',
  ...(['leads', 'integrations', 'members', 'audit', 'system'] as const),
  ...(['inbox', 'tasks', 'runs', 'meetings', 'channels', 'settings', 'profile'] as const),
  ...(['agents', 'jobs', 'functions', 'campaigns', 'knowledge', 'models', 'reports'] as const),
] as const;

/** The languages of the dashboard, English first: it is the one where a browser accepts none of them. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
