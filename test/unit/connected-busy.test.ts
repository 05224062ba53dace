import { describeBusyTimes } from '../support/busy-at-providers.js';

// 1,000 calendars are read by a test of the same name in test/exhaustive.
describeBusyTimes(40);
