import type { Language } from '../../../schemas/agents/talking.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import type { MeetingWords } from './meeting-words.js';
import { pt } from './pt.js';

/** The texts about meetings that leads read, by language. */
export const MEETING_WORDS: Readonly<Record<Language, MeetingWords>> = { en, es, pt, de, fr, ar };
