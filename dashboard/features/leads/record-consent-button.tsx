import { type ComponentProps, lazy, Suspense } from 'react';

const RecordConsent = lazy(async () => ({ default: (await import('./record-consent.js')).RecordConsent }));

/** The button that records a consent, loaded where it is shown, because few pages show it. */
export const RecordConsentButton = (props: ComponentProps<typeof RecordConsent>) => (
  <Suspense fallback={null}>
    <RecordConsent {...props} />
  </Suspense>
);
