import type { Language } from '../../../schemas/agents/talking.js';
import { ar } from './ar.js';
import type { BookingAnswers } from './booking-answers.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { pt } from './pt.js';

export const BOOKING_ANSWERS: Readonly<Record<Language, BookingAnswers>> = { en, es, pt, de, fr, ar };
