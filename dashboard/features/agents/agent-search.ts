import { day, oneOf, type SearchOf, searchParams, version } from '../../components/search-params.js';

/** Reads the URL of an agent: its section, the panel next to the cadence, and the results that are shown. */
export const readAgentSearch = searchParams({
  tab: oneOf('cadence', 'settings', 'answering', 'results', 'versions'),
  side: oneOf('step', 'try', 'problems', 'hours', 'text'),
  from: day,
  to: day,
  version,
});
export type AgentSearch = SearchOf<typeof readAgentSearch>;
