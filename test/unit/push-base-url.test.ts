import { describe, expect, it } from '@jest/globals';
import { pushBaseUrl } from '../../services/connections/settings.js';
import { testConfig } from '../support/api.js';

describe('the address at which providers report changes', () => {
  it.each([
    ['https://leads.example.com', 'https://leads.example.com'],
    ['https://leads.example.com:8443/base/', 'https://leads.example.com:8443/base'],
    ['http://leads.example.com', undefined],
    ['https://localhost:3000', undefined],
    ['https://leads', undefined],
    ['https://leads.local', undefined],
    ['https://10.0.0.7', undefined],
    ['https://[::1]', undefined],
    ['', undefined],
    ['not a URL', undefined],
  ])('of %j is %j', (PUBLIC_URL, expected) => {
    expect(pushBaseUrl(testConfig({ PUBLIC_URL }))).toBe(expected);
  });

  it('needs the service account that signs the reports of a topic', () => {
    const GOOGLE_PUBSUB_TOPIC = 'projects/project/topics/gmail';
    expect(() => testConfig({ GOOGLE_PUBSUB_TOPIC })).toThrow('GOOGLE_PUBSUB_SERVICE_ACCOUNT is not set');
  });
});
