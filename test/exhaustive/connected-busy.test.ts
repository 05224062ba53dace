import { describeBusyTimes } from '../support/busy-at-providers.js';

describeBusyTimes(1_000, 300_000);
