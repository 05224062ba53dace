import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import { createAccount, createApiKey } from '../../services/accounts/accounts.js';
import { TEST_SECRET } from './api.js';
import { GuideRunner, guideHome } from './guide-runner.js';
import { useService } from './service.js';

/** The service behind a port, and runners that work a guide against an account as the first start makes it. */
export function useGuideService(): { runnerOf(guide: string): Promise<GuideRunner> } {
  const server = createServer();
  const settings: NodeJS.ProcessEnv = {};
  // The address is known before the service is made, which writes it into the addresses it gives away.
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    settings.PUBLIC_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  const service = useService(settings);
  let home: Awaited<ReturnType<typeof guideHome>>;
  beforeAll(async () => {
    server.on('request', service.app);
    home = await guideHome();
  });
  afterAll(async () => {
    home.remove();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    runnerOf: async (guide) => {
      const now = new Date();
      // As the first start makes it, but for the rate limit.
      const { accountId } = await createAccount(service.db, now, {
        name: 'Demo',
        timezone: 'Europe/Madrid',
        country: 'ES',
      });
      const { apiKey } = await createApiKey(service.db, now, { accountId, name: 'Demo key', rateLimit: 1_000_000 });
      return new GuideRunner(home.folder, guide, {
        url: String(settings.PUBLIC_URL),
        apiKey,
        env: { LAS_SECRET: TEST_SECRET, ACCOUNT_ID: accountId },
      });
    },
  };
}
