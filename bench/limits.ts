import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createPool } from 'mysql2/promise';
import { newId } from '../runtime/ids.js';
import { inParallel, load } from './support/load.js';
import { REFERENCE_QUEUE, type Setup } from './support/stand.js';

/** A capacity of this machine, in the terms that bound the figures. */
export interface Limit {
  what: string;
  perSecond: number;
}

const SECOND = 1_000;

async function rate(work: (until: number) => Promise<number> | number, ms = SECOND): Promise<number> {
  const started = performance.now();
  const n = await work(started + ms);
  return (n * 1000) / (performance.now() - started);
}

function syncs(file: string, end: number): number {
  const handle = openSync(file, 'w');
  const block = Buffer.alloc(4096, 1);
  let n = 0;
  try {
    for (; performance.now() < end; n += 1) {
      writeSync(handle, block, 0, block.length, 0);
      fdatasyncSync(handle);
    }
  } finally {
    closeSync(handle);
    rmSync(file);
  }
  return n;
}

/** Measures disk, loopback HTTP, MySQL and Temporal separately. */
export async function measureLimits(setup: Setup): Promise<Limit[]> {
  const limits: Limit[] = [];
  const add = (what: string, perSecond: number) => limits.push({ what, perSecond });

  add('disk: 4 KiB written and synced', await rate((end) => syncs(path.join(setup.folder, 'sync-probe'), end)));

  const api = await setup.referenceApi();
  const http = await load(api, { inFlight: 16, ms: 2 * SECOND, request: () => ({ method: 'GET', path: '/readyz' }) });
  add('loopback: GET of a bare Express, 16 in flight', http.perSecond);

  const pool = createPool({ uri: process.env.DATABASE_URL ?? '', connectionLimit: 16 });
  const inserts = (width: number, rows: number) =>
    rate(async (end) => {
      let n = 0;
      const lane = async () => {
        for (; performance.now() < end; n += rows) {
          const values = Array.from({ length: rows }, () => ['limits', 0, 0]);
          await pool.query('INSERT INTO bench_rows (run_id, step, at_ms) VALUES ?', [values]);
        }
      };
      await Promise.all(Array.from({ length: width }, lane));
      return n;
    });
  add('MySQL: rows inserted one by one, 1 connection', await inserts(1, 1));
  add('MySQL: rows inserted one by one, 16 connections', await inserts(16, 1));
  add('MySQL: rows inserted 1,000 at a time, 1 connection', await inserts(1, 1000));
  await pool.end();

  await setup.stopWorkers();
  const starts = async (width: number) => {
    const ids = Array.from({ length: width === 1 ? 100 : 500 }, () => `raw/${newId()}`);
    const started = performance.now();
    await inParallel(ids, width, (workflowId) =>
      setup.client.workflow.start('rawSleeper', { workflowId, taskQueue: `${REFERENCE_QUEUE}-limits`, args: [1] }),
    );
    return (ids.length * 1000) / (performance.now() - started);
  };
  add('Temporal: starts, 1 in flight', await starts(1));
  add('Temporal: starts, 50 in flight', await starts(50));
  return limits;
}
