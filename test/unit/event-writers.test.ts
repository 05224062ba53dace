import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { EVENT_KINDS, UNWRITTEN_KINDS } from '../../schemas/events/events.js';

const SERVICES = path.resolve(import.meta.dirname, '../../services');

it('every kind of event is written by something, but for those that are said not to be', () => {
  const sources = readdirSync(SERVICES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(SERVICES, name), 'utf8'));
  const unwritten = EVENT_KINDS.filter((kind) => !sources.some((source) => source.includes(`'${kind}'`)));
  expect(unwritten).toEqual([...UNWRITTEN_KINDS].sort((a, b) => EVENT_KINDS.indexOf(a) - EVENT_KINDS.indexOf(b)));
});
