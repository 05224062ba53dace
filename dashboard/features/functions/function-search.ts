import { oneOf, searchParams } from '../../components/search-params.js';

export const readFunctionSearch = searchParams({ tab: oneOf('source', 'runs', 'settings', 'versions') });
