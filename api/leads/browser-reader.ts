import type { Request } from 'express';
import { CONFIRMATION_LANGUAGES } from '../../domain/leads/confirmation-words.js';

/** Returns the language, of those in which contacts are asked to confirm, that a browser prefers. */
export const browserLanguage = (req: Request): string => req.acceptsLanguages([...CONFIRMATION_LANGUAGES]) || 'en';
