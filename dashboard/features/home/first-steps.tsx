import { lazy, Suspense } from 'react';
import { useApiQuery } from '../../api/use-api-query.js';

/** Loaded only for new accounts. */
const GettingStarted = lazy(async () => ({ default: (await import('./getting-started.js')).GettingStarted }));

/** Shows the first steps until a lead is enrolled. */
export function FirstSteps() {
  const runs = useApiQuery('listWorkflowRuns', { query: { limit: 1 } });
  if (runs.data?.workflow_runs.length !== 0) return null;
  return (
    <Suspense fallback={null}>
      <GettingStarted />
    </Suspense>
  );
}
