import { oneOf, searchParams } from '../../components/search-params.js';

export const readJobSearch = searchParams({ tab: oneOf('job', 'cycles') });
