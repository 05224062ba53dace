import { describe, expect, it } from '@jest/globals';
import { createPushProviders } from '../../providers/push/index.js';
import { testConfig } from '../support/api.js';

describe('the providers of channels', () => {
  const of = createPushProviders(
    testConfig({
      GOOGLE_PUBSUB_TOPIC: 'projects/p/topics/gmail',
      GOOGLE_PUBSUB_SERVICE_ACCOUNT: 'push@p.iam.gserviceaccount.com',
    }),
    {
      api: {} as never,
      tokens: {} as never,
    },
  );

  it.each([
    ['microsoft', 'mail', 'microsoft'],
    ['microsoft', 'calendar', 'microsoft'],
    ['google', 'mail', 'gmail'],
    ['google', 'calendar', 'google-calendar'],
    ['oauth', 'mail', undefined],
    ['oauth', 'calendar', undefined],
  ] as const)('of %s for the kind %s are those of %s', (provider, kind, source) => {
    expect(of({ provider, kind })?.source).toBe(source);
  });
});
