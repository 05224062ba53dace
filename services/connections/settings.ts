import type { OAuthSettings } from '../../providers/oauth/index.js';
import { type Config, publicUrl } from '../../runtime/config.js';
import { isRefusedLiteral } from '../../runtime/public-address.js';
import { CALLBACK_PATH } from '../../schemas/connections/connect-pages.js';
import { CONNECTION_PROVIDERS, type ConnectionProvider } from '../../schemas/connections/connections.js';

/** Returns what the instance is registered as with each provider. */
export const oauthSettingsOf = (config: Config): OAuthSettings => ({
  redirectUri: `${publicUrl(config)}${CALLBACK_PATH}`,
  registrations: {
    microsoft: {
      issuer: `${config.MICROSOFT_LOGIN_URL}/${config.MICROSOFT_TENANT}/v2.0`,
      clientId: config.MICROSOFT_CLIENT_ID,
      clientSecret: config.MICROSOFT_CLIENT_SECRET,
    },
    google: {
      issuer: config.GOOGLE_ISSUER_URL,
      clientId: config.GOOGLE_CLIENT_ID,
      clientSecret: config.GOOGLE_CLIENT_SECRET,
    },
  },
});

/** Lists the providers that the instance is registered with. */
export const configuredProviders = (config: Config): ConnectionProvider[] => {
  const { registrations } = oauthSettingsOf(config);
  return CONNECTION_PROVIDERS.filter((provider) => registrations[provider].clientId !== '');
};

/**
 * Returns the address at which providers report changes; undefined where they can't reach the instance, because it has
 * no TLS or no public name.
 */
export function pushBaseUrl(config: Config): string | undefined {
  const url = publicUrl(config);
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPublic = /[.:]/.test(host) && !isRefusedLiteral(host) && !/\.(local|localhost|internal|test)$/.test(host);
  return protocol === 'https:' && isPublic ? url : undefined;
}
