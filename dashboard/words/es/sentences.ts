import type { SENTENCES as English } from '../en/sentences.js';

/** The translator of the API's texts, which pages load after their first paint. */
export const SENTENCES: typeof English = { load: () => import('./catalog/translate.js') };
