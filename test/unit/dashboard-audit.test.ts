import { describe, expect, it } from '@jest/globals';
import { queryOf, readAuditSearch } from '../../dashboard/audit/search.js';
import { areaInWords, operationInWords } from '../../dashboard/audit/words.js';

describe('the filters of the audit log', () => {
  it('ask for whole days on the account’s clock, also where that changes', () => {
    const day = '2026-03-29';
    expect(queryOf({ actor: 'a', from: day, to: day }, 'Europe/Madrid')).toEqual({
      actor: 'a',
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
  });

  it('take of an address what the log understands, and no day that there isn’t', () => {
    expect(readAuditSearch({ actor: 'a', from: '2026-13-01', to: '2026-11-24', q: 'x', resource: '' })).toEqual({
      actor: 'a',
      to: '2026-11-24',
    });
  });

  it('call agents and runs what pages call them', () => {
    expect(['createWorkflow', 'bulkWorkflowRuns', 'createLeadNote'].map(operationInWords)).toEqual([
      'Create agent',
      'Bulk runs',
      'Create lead note',
    ]);
    expect(['workflows', 'workflow-runs', 'email-senders'].map(areaInWords)).toEqual([
      'Agents',
      'Runs',
      'Email senders',
    ]);
  });
});
