import type { OAuthClient } from '../../providers/oauth/provider.js';
import type { Config } from '../../runtime/config.js';

/** Signs everybody in with all that is asked for, and asks no server. */
export const grantingOAuth = (config: Config): OAuthClient => {
  const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresInSeconds: 3_600, scopes: null };
  return {
    isConfigured: (provider) => (provider === 'google' ? config.GOOGLE_CLIENT_ID : config.MICROSOFT_CLIENT_ID) !== '',
    authorizationUrl: async ({ state }) => ({ kind: 'url', url: `https://login.example.com/authorize?state=${state}` }),
    finish: async (_signIn, _callback, scopes) => ({
      kind: 'granted',
      tokens: { ...tokens, scopes: [...scopes] },
      person: { subject: 'person', email: 'person@example.com' },
    }),
    refresh: async () => ({ kind: 'granted', tokens }),
    revoke: async () => undefined,
    close: async () => undefined,
  };
};
