import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { Context } from '@temporalio/activity';
import { Connection } from '@temporalio/client';
import { InternalConnectionOptionsSymbol } from '@temporalio/client/lib/connection.js';
import { tsToMs } from '@temporalio/common/lib/time.js';
import { freePort } from '../../scripts/lib/ports.mjs';
import { needJava, workFolder } from './conformance-tools.js';
import { eventually } from './eventually.js';

const JARS = path.resolve(import.meta.dirname, '../conformance/time-skipping-server.json');
const CENTRAL = 'https://repo1.maven.org/maven2';
const START_MS = 60_000;

/** Temporal's test server, in which weeks pass in moments. */
export interface SkippedTime {
  address: string;
  /** Returns the time of the server's clock. */
  now(): Promise<number>;
  /** Advances the time to this instant, and everything due before it happens. */
  goTo(instant: number): Promise<void>;
  stop(): Promise<void>;
}

/** Fetches the server's parts from Maven Central, once; each has to be what it was when its sum was noted. */
async function install(): Promise<string> {
  const folder = workFolder('time-skipping-server');
  const sums = JSON.parse(readFileSync(JARS, 'utf8')) as Record<string, string>;
  for (const [name, sum] of Object.entries(sums)) {
    const file = path.join(folder, path.basename(name));
    const known = () => existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === sum;
    if (known()) continue;
    mkdirSync(folder, { recursive: true });
    const answer = await fetch(`${CENTRAL}/${name}`, { signal: AbortSignal.timeout(60_000) });
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    if (!known()) throw new Error(`${name} could not be had from Maven Central.`);
  }
  return folder;
}

const listens = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(undefined));
  });

/** Starts Temporal's time-skipping test server, which needs Java. Time only advances on request. */
export async function startSkippedTime(): Promise<SkippedTime> {
  needJava();
  const folder = await install();
  const port = await freePort();
  const server: ChildProcess = spawn(
    'java',
    ['-Xmx256m', '-XX:+UseSerialGC', '-cp', `${folder}/*`, 'io.temporal.testserver.TestServer', String(port)],
    { stdio: 'ignore' },
  );
  const address = `127.0.0.1:${port}`;
  await eventually(() => listens(port), START_MS);
  const connection = await Connection.connect({
    address,
    [InternalConnectionOptionsSymbol]: { supportsTestService: true },
  } as Parameters<typeof Connection.connect>[0]);
  const { testService } = connection;
  if (!testService) throw new Error('The server has no clock that can be moved.');
  const now = async () => tsToMs((await testService.getCurrentTime({})).time);
  return {
    address,
    now,
    async goTo(instant) {
      const ms = instant - (await now());
      if (ms <= 0) return;
      const duration = { seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 };
      await connection.withDeadline(Date.now() + 120_000, () =>
        testService.unlockTimeSkippingWithSleep({ duration } as unknown as Parameters<
          typeof testService.unlockTimeSkippingWithSleep
        >[0]),
      );
    },
    async stop() {
      await connection.close();
      server.kill('SIGKILL');
    },
  };
}

const begun = new WeakMap<Context, number>();

/**
 * A clock for a service in skipped time. Within an activity it is the server's time, counted from its scheduled time.
 * Elsewhere it is the last set time.
 */
export function skippedClock(): { now(): Date; set(instant: number): void } {
  let instant = 0;
  return {
    set(to) {
      instant = to;
    },
    now() {
      let context: Context;
      try {
        context = Context.current();
      } catch {
        return new Date(instant);
      }
      const since = begun.get(context) ?? performance.now();
      begun.set(context, since);
      return new Date(context.info.currentAttemptScheduledTimestampMs + Math.floor(performance.now() - since));
    },
  };
}
