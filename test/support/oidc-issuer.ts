import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as jose from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** Someone with an account at the issuer: the claims of an ID token. */
export interface IssuerPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
  account?: string;
}

/** A browser at the issuer: it keeps the issuer's cookies. */
export type IssuerBrowser = Map<string, string>;

const CLIENT = { id: 'las', secret: 'a secret of the client at the issuer' };
const CALLBACK = 'http://las.test/sso/callback';

const newKey = async (): Promise<jose.JWK> => {
  const { privateKey } = await jose.generateKeyPair('RS256', { extractable: true });
  return { ...(await jose.exportJWK(privateKey)), kid: crypto.randomUUID(), use: 'sig', alg: 'RS256' };
};

/**
 * A certified OpenID Connect issuer on this machine. The visitor is `person`, who agrees to everything at once.
 * `receiveLogout` gets what it sends to the back channel of the client.
 */
export async function startIssuer(receiveLogout: (form: string) => Promise<number>) {
  // It tells at length that this configuration isn't for production.
  Object.assign(console, { info: () => undefined, warn: () => undefined });
  const people = new Map<string, IssuerPerson>();
  const state = {
    person: { sub: 'nobody' } as IssuerPerson,
    /** How far the issuer's clock is ahead in what it signs. */
    aheadSeconds: 0,
    key: await newKey(),
  };
  let answer: RequestListener = () => undefined;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign = async (claims: jose.JWTPayload, typ?: string, key = state.key): Promise<string> =>
    new jose.SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: String(key.kid), ...(typ === undefined ? {} : { typ }) })
      .sign(await jose.importJWK(key, 'RS256'));

  const configuration = (): Configuration => ({
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [CALLBACK],
        backchannel_logout_uri: 'http://las.test/sso/logout',
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [state.key as never] },
    cookies: { keys: ['a key of the cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'account'] },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ ...people.get(sub), sub }) as { sub: string },
    }),
    loadExistingGrant: async (ctx) => {
      const { provider, client, session } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    fetch: async (_url, options) => new Response(null, { status: await receiveLogout(String(options?.body)) }),
  });

  /** Starts over with another key, as after a rotation. Sessions and codes stay. */
  function open(): void {
    const provider = new Provider(url, configuration());
    provider.use(async (ctx, next) => {
      await next();
      const body = ctx.body as { id_token?: string } | undefined;
      if (ctx.path !== '/token' || !body?.id_token || state.aheadSeconds === 0) return;
      const claims = jose.decodeJwt(body.id_token);
      const [iat, exp] = [Number(claims.iat) + state.aheadSeconds, Number(claims.exp) + state.aheadSeconds];
      ctx.body = { ...body, id_token: await sign({ ...claims, iat, exp }) };
    });
    const serve = provider.callback();
    answer = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void serve(request, response);
      people.set(state.person.sub, state.person);
      void provider.interactionFinished(request, response, { login: { accountId: state.person.sub } });
    };
  }
  open();

  /** Opens a page in a browser, as far as the issuer's pages lead it. Returns where they lead to, and the last page. */
  async function visit(browser: IssuerBrowser, start: string, form?: URLSearchParams) {
    let at = start;
    for (let hops = 0; hops < 10; hops += 1) {
      const page = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...browser].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(hops === 0 && form ? { method: 'POST', body: form } : {}),
      });
      for (const cookie of page.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        browser.set(name, value);
      }
      const location = page.headers.get('location');
      if (location === null) return { at, text: await page.text() };
      at = new URL(location, at).href;
      if (!at.startsWith(url)) return { at, text: '' };
    }
    throw new Error('The issuer leads in circles.');
  }

  return {
    url,
    state,
    sign,
    visit,
    /** Signs a person out at the issuer, which then signs them out everywhere. */
    async signOut(browser: IssuerBrowser): Promise<void> {
      const { text } = await visit(browser, `${url}/session/end`);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
      await visit(browser, `${url}/session/end/confirm`, new URLSearchParams({ xsrf, logout: 'yes' }));
    },
    async rotate(): Promise<jose.JWK> {
      const old = state.key;
      state.key = await newKey();
      open();
      return old;
    },
    settings: {
      OIDC_ISSUER_URL: url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
    clientId: CLIENT.id,
    redirectUri: CALLBACK,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>;
