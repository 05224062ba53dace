interface Of {
  leadId: string;
  userId: string;
  agentIds: string[];
}

/** The requests of the dashboard's pages when they are opened. `*` is a time, and the stream is counted separately. */
export const PAGE_REQUESTS: Record<string, (of: Of) => string[]> = {
  lead: ({ leadId }) => [
    '/session',
    '/inbox/unread',
    '/attention?kinds=reconnect_needed&limit=2',
    `/leads/${leadId}`,
    `/leads/${leadId}/next`,
    `/workflow-runs?lead_id=${leadId}&include=workflow&limit=20`,
    `/leads/${leadId}/history?order=desc&limit=50`,
    `/leads/${leadId}/notes?limit=50`,
    '/users',
    `/events?lead_id=${leadId}&types=cadence.step_executed,cadence.step_skipped,cadence.held,workflow_run.stopped,workflow_run.failed,automation.paused&after=*&limit=200`,
  ],
  home: ({ userId, agentIds }) => [
    '/session',
    '/inbox/unread',
    '/attention?kinds=reconnect_needed&limit=2',
    '/workflow-runs?limit=1',
    '/reports/summary?from=*&to=*',
    '/attention?limit=5',
    '/inbox/counts',
    '/workflow-runs?hold_reason=consent_missing&limit=100',
    '/imports?limit=20',
    '/campaigns?limit=20',
    '/meetings?from=*&status=scheduled,confirmed&include=lead&limit=200',
    `/tasks?status=open&assignee_id=${userId}&include=lead&limit=200`,
    '/workflows?limit=8',
    `/workflows/stats?ids=${agentIds.join(',')}`,
  ],
};
