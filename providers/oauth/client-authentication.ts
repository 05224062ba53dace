import * as openid from 'openid-client';

/** Authenticates with the secret in the way that the server supports; in the header, if it names none. */
export function authenticationWith(secret: string | null): openid.ClientAuth {
  if (!secret) return openid.None();
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}
