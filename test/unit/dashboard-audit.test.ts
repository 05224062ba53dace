import { describe, expect, it } from '@jest/globals';
import { areaInWords, operationInWords, outcomeInWords } from '../../dashboard/features/audit/audit-in-words.js';
import { queryOf } from '../../dashboard/features/audit/audit-query.js';

describe('the filters of the audit log', () => {
  it('ask for whole days on the account’s clock, also where that changes', () => {
    const day = '2026-03-29';
    expect(queryOf({ actor: 'a', from: day, to: day }, 'Europe/Madrid')).toEqual({
      actor: 'a',
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
  });

  it('call agents and runs what pages call them', () => {
    expect(
      ['createWorkflow', 'bulkWorkflowRuns', 'createLeadNote', 'createWhatsAppNumber'].map(operationInWords),
    ).toEqual(['Create agent', 'Bulk runs', 'Create lead note', 'Create WhatsApp number']);
    expect(['workflows', 'workflow-runs', 'email-senders', 'whatsapp-numbers'].map(areaInWords)).toEqual([
      'Agents',
      'Runs',
      'Email senders',
      'WhatsApp numbers',
    ]);
  });
});

describe('the outcome of an entry', () => {
  it('is named for attempts alone, with their number', () => {
    expect(outcomeInWords({ outcome: 'done', count: 1 })).toBeUndefined();
    expect(outcomeInWords({ outcome: 'refused', count: 1 })).toBe('Rejected');
    expect(outcomeInWords({ outcome: 'locked_out', count: 3 })).toBe('Locked out, 3 times');
  });
});
