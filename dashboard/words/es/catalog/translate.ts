import { createTranslator } from '../../translator.js';
import catalog from './sentences.json' with { type: 'json' };

/** Translates texts of the API into Spanish. */
export default createTranslator(catalog);
