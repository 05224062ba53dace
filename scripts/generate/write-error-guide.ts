import { writeFileSync } from 'node:fs';
import { errorGuide } from './error-guide.js';

writeFileSync('docs/guides/errors.md', errorGuide());
