import { describe, expect, it } from '@jest/globals';
import {
  areaInWords,
  changesInWords,
  operationInWords,
  outcomeInWords,
} from '../../dashboard/features/audit/audit-in-words.js';
import { queryOf } from '../../dashboard/features/audit/audit-query.js';
import type { AuditSearch } from '../../dashboard/features/audit/audit-search.js';

describe('the filters of the audit log', () => {
  it('ask for whole days on the account’s clock, also where that changes', () => {
    const day = '2026-03-29';
    expect(queryOf({ kind: 'all', actor: 'a', from: day, to: day }, 'Europe/Madrid')).toEqual({
      actor: 'a',
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
  });

  it('ask for changes alone, unless everything or only sign-ins are selected', () => {
    const kindOf = (search: AuditSearch) => queryOf(search, 'UTC').kind;
    expect([{}, { kind: 'access' }, { kind: 'all' }].map((search) => kindOf(search as AuditSearch))).toEqual([
      'changes',
      'access',
      undefined,
    ]);
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

describe('the values of a change', () => {
  it('are named with their field, and fields without values by name', () => {
    const changed = ['is_active', 'daily_cap', 'from_email', 'signature', 'tags'];
    const changes = [
      { field: 'is_active', before: true, after: false },
      { field: 'daily_cap', before: null, after: 1500 },
      { field: 'tags', before: ['a', 'b'], after: [] },
    ];
    expect(changesInWords({ changed, changes })).toEqual({
      values: ['Active: Yes → No', 'Daily cap: not set → 1,500', 'Tags: a, b → not set'],
      others: ['From email', 'Signature'],
    });
    expect(changesInWords({ changed: ['name'], changes: null })).toEqual({ values: [], others: ['Name'] });
  });
});

describe('the outcome of an entry', () => {
  it('is named for attempts alone, with their number', () => {
    expect(outcomeInWords({ outcome: 'done', count: 1 })).toBeUndefined();
    expect(outcomeInWords({ outcome: 'refused', count: 1 })).toBe('Rejected');
    expect(outcomeInWords({ outcome: 'locked_out', count: 3 })).toBe('Locked out, 3 times');
  });
});
