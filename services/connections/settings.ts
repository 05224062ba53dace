import { fromJson } from '../../db/connection.js';
import type { ConnectionRow } from '../../db/tables.js';
import type { OAuthSettings } from '../../providers/oauth/index.js';
import { type Config, publicUrl } from '../../runtime/config.js';
import { privateHostsFor } from '../../runtime/private-host-settings.js';
import { isRefusedLiteral } from '../../runtime/public-address.js';
import { CALLBACK_PATH } from '../../schemas/connections/connect-pages.js';
import {
  type ConnectionPurpose,
  REGISTERED_PROVIDERS,
  type RegisteredProvider,
} from '../../schemas/connections/connections.js';

/** Returns what the instance is registered as with each provider. */
export const oauthSettingsOf = (config: Config): OAuthSettings => ({
  redirectUri: `${publicUrl(config)}${CALLBACK_PATH}`,
  privateHosts: privateHostsFor(config, 'MAIL_PRIVATE_HOSTS'),
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
export const configuredProviders = (config: Config): RegisteredProvider[] => {
  const { registrations } = oauthSettingsOf(config);
  return REGISTERED_PROVIDERS.filter((provider) => registrations[provider].clientId !== '');
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

/** Returns what a connection is used for. */
export const purposesOf = ({ purposes }: Pick<ConnectionRow, 'purposes'>): ConnectionPurpose[] => fromJson(purposes);
