import type { Context } from './context.js';
import { type Reply, request } from './request.js';

/** The visitor's session: what calls carry, and how it is kept alive. */
export interface Session {
  /** Calls a route of the widget; a session that ended is renewed once. */
  call<T>(route: string, what: { query?: Record<string, string | undefined>; body?: object }): Promise<Reply<T>>;
  setToken(token: string | null): void;
}

/** Makes the session of a chat. Tabs share it by what the browser keeps. */
export function createSession({ site, memory, renew }: Pick<Context, 'site' | 'memory' | 'renew'>): Session {
  let renewing: ReturnType<typeof renew> | undefined;

  const renewOnce = () => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  const ask = <T>(route: string, { query, body }: Parameters<Session['call']>[1]): Promise<Reply<T>> => {
    const { token, session_id } = memory.read();
    return request<T>(site, `/api/widget/v1/${route}`, {
      query: body ? {} : { ...query, session_id: session_id ?? '' },
      headers: { 'X-Widget-Session': token ?? '' },
      ...(body ? { body: { ...body, session_id } } : {}),
    });
  };

  return {
    async call<T>(route: string, what: Parameters<Session['call']>[1]) {
      const reply = await ask<T>(route, what);
      if (reply.ok || reply.status !== 401 || !/SESSION/.test(reply.code)) return reply;
      const renewed = await renewOnce();
      return renewed.ok ? ask<T>(route, what) : renewed;
    },
    setToken: (token) => {
      if (token) memory.write({ token });
    },
  };
}
