import { lazy, Suspense } from 'react';
import { Skeleton } from '../../components/page.js';
import { linkToken } from './link-token.js';

const SharedReport = lazy(async () => ({
  default: (await import('../../features/reports/shared-report.js')).SharedReport,
}));

/** Shows a shared report. Its code is loaded on this page only. */
export const SharedPage = () => (
  <main className="shared-report">
    <Suspense fallback={<Skeleton lines={10} />}>
      <SharedReport token={linkToken()} />
    </Suspense>
  </main>
);
