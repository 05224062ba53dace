import type { Answer, Input } from '../../api/operation-types.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';

export type Connection = Answer<'getConnection'>['connection'];
export type ConnectionProvider = Connection['provider'];
/** A provider that the instance is registered with. */
export type RegisteredProvider = Answer<'listConnections'>['configured_providers'][number];
export type ConnectionRequest = NonNullable<Input<'createConnection'>['body']>;

/** Lists the account's connections, while `enabled`. */
export const useConnections = (enabled = true) =>
  useApiQuery('listConnections', { query: { limit: 200 } }, { enabled });

/** Opens the page of a sign-in link from the address that the dashboard has here. */
function follow(authorizeUrl: string): void {
  const token = new URL(authorizeUrl).pathname.split('/').at(-1);
  location.assign(new URL(`connect/${token}`, document.baseURI));
}

/** Starts a sign-in in this browser, which returns to the list of connections. */
export function useSignIn() {
  const create = useApiMutation('createConnection');
  const reconnect = useApiMutation('reconnect');
  return {
    isPending: create.isPending || reconnect.isPending,
    problem: create.problem ?? reconnect.problem,
    connect: async (body: ConnectionRequest) => {
      const made = await create.mutateAsync({ body: { ...body, return_to_dashboard: true } });
      follow(made.authorize_url);
    },
    reconnect: async (id: string) => {
      const made = await reconnect.mutateAsync({ params: { id }, body: { return_to_dashboard: true } });
      follow(made.authorize_url);
    },
  };
}
