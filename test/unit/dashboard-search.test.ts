import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAgentSearch } from '../../dashboard/features/agents/agent-search.js';
import { readAuditSearch } from '../../dashboard/features/audit/audit-search.js';
import { readTemplateSearch } from '../../dashboard/features/channels/template-search.js';
import { readFunctionSearch } from '../../dashboard/features/functions/function-search.js';
import { readInboxSearch } from '../../dashboard/features/inbox/inbox-search.js';
import { readJobSearch } from '../../dashboard/features/jobs/job-search.js';
import { readLeadSearch } from '../../dashboard/features/leads/lead-search.js';
import { readMeetingSearch, readWeekSearch } from '../../dashboard/features/meetings/meeting-search.js';
import { readReportSearch } from '../../dashboard/features/reports/report-search.js';
import { readRunSearch } from '../../dashboard/features/runs/run-search.js';
import { readTaskSearch } from '../../dashboard/features/tasks/task-search.js';

const ID = '019ba9c2-6e1f-7cc4-8f4e-9d2b6f0a1c33';
/** Each page with a URL that has all of its parameters. */
const VALID = [
  [readAgentSearch, { tab: 'results', side: 'hours', from: '2026-02-28', to: '2026-03-01', version: '7' }],
  [
    readAuditSearch,
    { actor: ID, operation: 'createLead', resource_type: 'leads', resource: ID, from: '2026-02-28', to: '2026-03-01' },
  ],
  [readTemplateSearch, { channel: 'email', status: 'APPROVED' }],
  [readFunctionSearch, { tab: 'runs' }],
  [readInboxSearch, { folder: 'snoozed', channel: 'chat', q: 'Ana Ruiz', entry: ID }],
  [readJobSearch, { tab: 'cycles' }],
  [
    readLeadSearch,
    { q: 'ana', workflow_id: ID, tags_any: 'roof,solar', source: 'web', paused: 'true', lacks: 'lead.company' },
  ],
  [readLeadSearch, { has_meeting: 'false', campaign_id: ID, owner_id: ID, hold_reason: 'holiday,error', view: ID }],
  [readLeadSearch, { where: '[{"source":"tag"}]', match: 'any', sort: 'updated_at', order: 'asc', columns: 'tags' }],
  [readMeetingSearch, { when: 'past', host_id: ID, status: 'no_show' }],
  [readWeekSearch, { week: '2026-02-28', host: ID, zone: 'Europe/Madrid', also: 'UTC' }],
  [
    readReportSearch,
    { tab: 'reply-times', from: '2026-02-28', to: '2026-03-01', workflow_id: ID, version: '12', group: 'writer' },
  ],
  [readReportSearch, { compare: 'previous_week', show: 'sent,replied', overlay: 'previous' }],
  [readRunSearch, { workflow_id: ID, cadence_state: 'held,paused', hold_reason: 'holiday', run_status: 'running' }],
  [readTaskSearch, { tab: 'notices' }],
] as const satisfies [(given: Record<string, unknown>) => object, Record<string, string>][];

/** Parameters that take any text up to a length. */
const FREE = new Set(['q', 'tags_any', 'source', 'lacks', 'where', 'columns', 'show', 'zone', 'also']);

describe('the parameters of a URL', () => {
  it('accept the former name of a parameter in saved links', () => {
    expect(readReportSearch({ beside: 'former' })).toEqual({ overlay: 'previous' });
  });

  it.each(VALID)('are read as they were written: %p', (read, search) => {
    expect(read(search)).toEqual(search);
  });

  it.each(VALID)('that are malformed are left out, so that the page shows its defaults: %p', (read, search) => {
    const broken = ['', ' ', 'nonsense', '2026-02-31', '2026-13-01', '-1', '0', `${ID}0`, '%00', 'x'.repeat(30_000)];
    for (const name of Object.keys(search)) {
      for (const value of FREE.has(name) ? ['', 'x'.repeat(30_000)] : broken.filter((each) => !isName(name, each)))
        expect(read({ [name]: value })).toEqual({});
    }
  });

  it('keep nothing but known parameters with a text, whatever a URL has', () => {
    const given = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.object()));
    fc.assert(
      fc.property(given, fc.constantFrom(...VALID), (extra, [read, search]) => {
        const kept = read({ ...extra, ...search, tab: extra.tab });
        expect(Object.keys(kept).every((name) => name in search || name in extra)).toBe(true);
        expect(Object.values(kept).every((value) => typeof value === 'string')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('keep the known values of a list', () => {
    expect(readRunSearch({ hold_reason: 'holiday,nonsense,error,' })).toEqual({ hold_reason: 'holiday,error' });
    expect(readRunSearch({ hold_reason: ',' })).toEqual({});
  });
});

/** Returns whether the audit log may have a name such as this one. */
function isName(parameter: string, value: string): boolean {
  return ['operation', 'resource_type', 'resource'].includes(parameter) && /^[\w.-]{1,64}$/.test(value);
}
