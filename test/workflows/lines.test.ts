import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { createTemporalClient } from '../../temporal/client.js';
import { connectWorker, temporalAddress } from '../../worker/create-worker.js';
import { openProxy, type ServerProxy } from '../../worker/proxy.js';
import { TcpProxy } from '../faults/support/proxy.js';
import { testConfig } from '../support/api.js';
import { eventually } from '../support/eventually.js';

let proxy: TcpProxy;
let known = true;
const address = process.env.TEMPORAL_ADDRESS;
const SOON_MS = 25_000;

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined), shutdownSignals: [] });
  proxy = await TcpProxy.start(temporalAddress().port);
  process.env.TEMPORAL_ADDRESS = `127.0.0.1:${proxy.port}`;
});
afterAll(async () => {
  process.env.TEMPORAL_ADDRESS = address;
  await proxy.stop();
});

/** Returns whether a call gets its answer, as a probe. */
const answers = (call: () => Promise<unknown>) =>
  call().then(
    () => true,
    () => undefined,
  );

describe('a line to Temporal that is half-open', () => {
  it('is replaced by a client that calls, and by a worker that only waits, soon after the network is back', async () => {
    const { client, close } = createTemporalClient(testConfig());
    const line: ServerProxy = await openProxy({ ...temporalAddress(), reachable: async () => known });
    const { connection } = await connectWorker(line);
    try {
      const asks = {
        client: () => client.withDeadline(Date.now() + 1_000, () => client.workflowService.getSystemInfo({})),
        worker: () => connection.withDeadline(Date.now() + 1_000, () => connection.workflowService.getSystemInfo({})),
      };
      for (const ask of Object.values(asks)) await eventually(() => answers(ask), SOON_MS);
      const before = proxy.open;
      proxy.set({ kind: 'dead' });
      for (const ask of Object.values(asks)) await expect(ask()).rejects.toThrow();
      proxy.set({ kind: 'open' });
      // Without a new connection both would wait for most of a minute.
      await Promise.all(Object.values(asks).map((ask) => eventually(() => answers(ask), SOON_MS)));
      await eventually(async () => (proxy.open <= before ? true : undefined), SOON_MS);

      // While Temporal is away a worker's new connections wait at the door and don't fail.
      known = false;
      proxy.set({ kind: 'reset' });
      proxy.set({ kind: 'open' });
      await expect(asks.worker()).rejects.toThrow();
      expect(proxy.open).toBe(0);
      known = true;
      await eventually(() => answers(asks.worker), SOON_MS);
    } finally {
      await connection.close();
      await line.close();
      await close();
    }
  });
});

const openssl = (folder: string, args: string) =>
  execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' });
const canSign = (() => {
  try {
    return Boolean(openssl('.', 'version'));
  } catch {
    return false;
  }
})();

describe('a line to a Temporal with a certificate', () => {
  (canSign ? it : it.skip)('asks for the name of Temporal, whatever the way there', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'las-line-'));
    const before = { ...process.env };
    writeFileSync(path.join(folder, 'names'), 'subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n');
    openssl(folder, 'req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=ca');
    openssl(folder, 'req -newkey rsa:2048 -nodes -keyout key.pem -out request -subj /CN=localhost');
    openssl(
      folder,
      'x509 -req -in request -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile names',
    );
    const [key, cert] = ['key.pem', 'cert.pem'].map((file) => readFileSync(path.join(folder, file)));
    const asked: unknown[] = [];
    const server = createServer({ key, cert, ALPNProtocols: ['h2'] }, (client) => {
      asked.push(client.servername);
      const plain = connect(proxy.port, '127.0.0.1');
      for (const end of [client, plain]) end.on('error', () => undefined);
      client.pipe(plain).pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    Object.assign(process.env, {
      TEMPORAL_ADDRESS: `localhost:${(server.address() as { port: number }).port}`,
      TEMPORAL_TLS: 'true',
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: path.join(folder, 'ca.pem'),
    });
    const line = await openProxy({ ...temporalAddress(), reachable: async () => true });
    try {
      const { connection } = await connectWorker(line);
      await connection.workflowService.getSystemInfo({});
      await connection.close();
      expect(asked).toEqual(['localhost']);
    } finally {
      process.env = before;
      await line.close();
      server.close();
      rmSync(folder, { recursive: true });
    }
  });
});
