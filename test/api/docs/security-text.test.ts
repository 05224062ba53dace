import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { useApi } from '../../support/api.js';

describe('/.well-known/security.txt', () => {
  const named = useApi({ SECURITY_CONTACT: 'mailto:security@example.com' });
  const unnamed = useApi();

  it('names the contact of the instance and a date in the future', async () => {
    const { status, text, type } = await request(named.app).get('/.well-known/security.txt');
    expect({ status, type }).toEqual({ status: 200, type: 'text/plain' });
    expect(text).toMatch(/^Contact: mailto:security@example\.com\nExpires: \S+\nCanonical: https?:\S+\n$/);
    expect(Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now());
  });

  it('is missing where no contact is set', async () => {
    expect((await request(unnamed.app).get('/.well-known/security.txt')).status).toBe(404);
  });
});
