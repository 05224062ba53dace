import {
  AuthenticationHandler,
  Client,
  type Context,
  HTTPMessageHandler,
  type Middleware,
} from '@microsoft/microsoft-graph-client';

const GRAPH = 'https://graph.microsoft.com';

/** Makes Microsoft's own clients of Graph, which are led to a stand-in. */
export function graphClients(graphUrl: string) {
  const here = new URL(graphUrl).origin;
  class ToStandIn implements Middleware {
    private next: Middleware | undefined;
    async execute(context: Context): Promise<void> {
      context.request = String(context.request).replace(GRAPH, here);
      await this.next?.execute(context);
    }
    setNext(next: Middleware): void {
      this.next = next;
    }
  }
  return {
    clientWith(token: string): Client {
      const authentication = new AuthenticationHandler({ getAccessToken: async () => token });
      const leading = new ToStandIn();
      authentication.setNext(leading);
      leading.setNext(new HTTPMessageHandler());
      return Client.initWithMiddleware({ middleware: authentication, defaultVersion: 'v1.0' });
    },
    /** The client gives its token to Microsoft's own addresses only, so they are led to the stand-in behind that. */
    asGraph: (link: string): string => link.replace(here, GRAPH),
  };
}
