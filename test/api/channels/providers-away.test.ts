import { describe, expect, it } from '@jest/globals';
import type { SafeFetch } from '../../../runtime/safe-fetch.js';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { useApi } from '../../support/api.js';
import { type Judge, succeeds, useEveryRoute } from '../../support/every-route.js';
import { png } from '../../support/images.js';
import { META_TOKEN } from '../../support/meta-server.js';

/** An address without a listener. */
const nowhere = await freePort();
/** Only the image's own address answers. */
const images: SafeFetch = Object.assign(
  async (url: string) => ({ status: 200, headers: {}, body: png(200, 200), url }),
  { close: async () => undefined },
);

const usual = useApi();
const away = useApi(
  { META_GRAPH_URL: `http://127.0.0.1:${nowhere}/v23.0`, MICROSOFT_LOGIN_URL: `http://127.0.0.1:${nowhere}` },
  { images },
);
const every = useEveryRoute(usual, away, {
  number: { provider: 'meta_cloud', provider_phone_number_id: '100000000000001', access_token: META_TOKEN },
  sender: { smtp: { host: '127.0.0.1', port: nowhere, secure: false } },
  voiceAgent: { provider: 'generic', url: `http://127.0.0.1:${nowhere}/calls` },
});

/** The operations that call the provider while their caller waits. All others write a row that is processed later. */
const ASKS_PROVIDER = new Set([
  ...['setWhatsAppNumberPhoto', 'getMessageMedia', 'startConnect', 'finishConnect', 'listConnectionCalendars'],
]);

/** Pages say it in words. */
const PAGES = new Set(['startConnect', 'finishConnect']);

const failsAtProvider: Judge = ({ operationId }, { status, text }) =>
  status === 502 &&
  (PAGES.has(operationId) ? text.includes('currently unreachable') : JSON.parse(text).code === 'PROVIDER_ERROR');

describe('while every provider is away', () => {
  it('every route answers as always, but for those that ask one themselves: 502', async () => {
    const wrong = await every.ask((contract, answer) =>
      (ASKS_PROVIDER.has(contract.operationId) ? failsAtProvider : succeeds)(contract, answer),
    );
    expect(wrong).toEqual([]);
  });
});
