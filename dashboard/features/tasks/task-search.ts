import { oneOf, searchParams } from '../../components/search-params.js';

export const readTaskSearch = searchParams({ tab: oneOf('mine', 'all', 'done', 'notices') });
