import { createServer } from 'node:http';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import * as activities from './activities.js';

// Workers as the SDK's documentation shows them, on a bundle that was built before: one for each queue that is named.
Runtime.install({ logger: new DefaultLogger('WARN'), shutdownSignals: [] });
const connection = await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
const workers = await Promise.all(
  (process.env.BENCH_QUEUE ?? '').split(',').map((taskQueue) =>
    Worker.create({
      connection,
      taskQueue,
      workflowBundle: { codePath: process.env.BENCH_BUNDLE ?? '' },
      activities,
      maxConcurrentActivityTaskExecutions: Number(process.env.BENCH_ACTIVITIES ?? 100),
    }),
  ),
);
const server = createServer((_req, res) => {
  res.statusCode = workers.every((worker) => worker.getState() === 'RUNNING') ? 200 : 503;
  res.end();
}).listen(Number(process.env.WORKER_PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  for (const worker of workers) worker.shutdown();
});
await Promise.all(workers.map((worker) => worker.run()));
server.close();
await connection.close();
process.exit(0);
