import { createServer } from 'node:http';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import * as activities from './activities.js';

// A worker as the SDK's documentation shows it, on a bundle that was built before.
Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] });
const connection = await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
const worker = await Worker.create({
  connection,
  taskQueue: process.env.BENCH_QUEUE ?? '',
  workflowBundle: { codePath: process.env.BENCH_BUNDLE ?? '' },
  activities,
});
const server = createServer((_req, res) => {
  res.statusCode = worker.getState() === 'RUNNING' ? 200 : 503;
  res.end();
}).listen(Number(process.env.WORKER_PORT), '127.0.0.1');
process.on('SIGTERM', () => worker.shutdown());
await worker.run();
server.close();
await connection.close();
process.exit(0);
