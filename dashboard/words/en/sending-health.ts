/** The texts of the checks of a sender's domain. */
import { plural } from '../plural.js';

export const sendingHealth = 'Sending health';
export const passed = 'Passed';
export const warning = 'Warning';
export const failed = 'Failed';
export const unknown = 'Unknown';
export const notChecked = 'Not checked';
export const checking = 'Checking…';
export const checkAgain = 'Check again';
export const checkDomain = 'Check domain';
export const allChecksPassed = (domain: string) => `All checks of ${domain} passed`;
export const needAttention = (checks: number, domain: string) =>
  plural(checks, {
    one: `# check of ${domain} needs attention`,
    other: `# checks of ${domain} need attention`,
  });
export const spf = 'SPF';
export const dkim = 'DKIM';
export const dmarc = 'DMARC';
export const mx = 'Receiving (MX)';
export const returnPath = 'Return path';
export const listUnsubscribe = 'One-click unsubscribe';
export const currentRecord = 'Current record';
export const recordName = (type: string) => `${type} record name`;
export const newValue = 'New value';
export const copyNameOf = (check: string) => `Copy record name: ${check}`;
export const copyValueOf = (check: string) => `Copy new value: ${check}`;
export const lastTest = 'Last test';
export const resultsAppear = 'Last test: Results appear when the test goes to a connected mailbox.';
export const noResultsReported = 'Last test: The receiving server reported no SPF, DKIM or DMARC results.';
export const testPassed = 'Last test passed SPF, DKIM and DMARC';
export const testNeedsAttention = (results: number) =>
  plural(results, {
    one: '# result of the last test needs attention',
    other: '# results of the last test need attention',
  });
export const reportedBy = (server: string) => `Reported by ${server}`;
export const trackingDomain = 'Tracking domain';
