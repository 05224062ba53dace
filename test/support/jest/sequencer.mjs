import { basename } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The files that take minutes, the longest first: begun last, each would keep all others' results waiting for it. */
const LONG = [
  ...['schemathesis', 'outages', 'network', 'builds', 'provider', 'machine', 'standstill', 'stops', 'kill-points'],
  ...['mail-server', 'job-cycles', 'dashboard-build', 'bodies', 'dashboard-work', 'image'],
  ...['auth-matrix', 'sandbox-corpus', 'any-conversation', 'migrations', 'blocks', 'job-events', 'two-accounts'],
];

const placeOf = ({ path }) => {
  const place = LONG.indexOf(basename(path, '.test.ts'));
  return place === -1 ? LONG.length : place;
};

/** Puts what takes longest first; for the others as jest does, by what they took last time or by their size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }
}
