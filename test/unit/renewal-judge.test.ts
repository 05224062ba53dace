import { describe, expect, it } from '@jest/globals';
import { datedToday, judgeRenewals, type RenewalEvidence } from '../../demo/renewal.js';

describe('the renewals of the demo’s leads', () => {
  it('are judged by the evidence: a missed, duplicate or unintended contact breaks a promise', () => {
    const lead = (id: string, tags: string[] = []) => ({
      id,
      phone: '+34600000001',
      timezone: null,
      metadata: {},
      tags,
    });
    const message = (lead_id: string) => ({ id: `to-${lead_id}`, lead_id, status: 'sent', direction: 'outbound' });
    const cycle = { id: 'c', status: 'completed', trigger_type: 'api', dry_run: true, evaluated: 1, acted: 1 };
    const ended = { ...cycle, ended_at: 'now', nominal_at: 'now', workflow_id: 'w' };
    const evidence: RenewalEvidence = {
      due: ['a', 'b'],
      edge: [],
      moved: [],
      nextRuns: ['2026-11-28T08:00:00Z'],
      previewMatched: 3,
      dry: ended,
      sentAfterDryRun: 1,
      taggedAfterDryRun: 0,
      cycles: { api: [ended], cron: [], event: [] },
      sent: [message('b'), message('b'), { ...message('c'), status: 'failed' }],
      leads: [lead('a'), lead('b'), lead('c')],
    };
    const broken = judgeRenewals(evidence).filter((one) => one.broken.length > 0);
    expect(broken).toHaveLength(judgeRenewals(evidence).length);
  });

  it('lie around the day on which they are played', () => {
    expect(datedToday('Ada,x,2026-11-30,note', '2027-01-01')).toBe('Ada,x,2027-01-10,note');
  });
});
