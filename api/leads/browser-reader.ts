import type { Request } from 'express';
import { ENGLISH_READER, type Reader, readerOf } from '../../domain/values/reader.js';

/** Returns how the user of a browser reads, by the first of its preferred languages in which there are texts. */
export const browserReader = (req: Request): Reader =>
  req
    .acceptsLanguages()
    .map(readerOf)
    .find((reader) => reader !== undefined) ?? ENGLISH_READER;
