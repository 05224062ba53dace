import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { OPERATOR, useApi } from '../../support/api.js';

const folder = mkdtempSync(path.join(tmpdir(), 'las-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a disk with less free than the alarm says', () => {
  // No disk of a machine at work is wholly free.
  const api = useApi({ DISK_ALARM_PERCENT: '100', DISK_FOLDERS: folder });

  it('is called low by /readyz, which still answers 200, and measured in /metrics', async () => {
    const ready = await supertest(api.app).get('/readyz').set(OPERATOR);
    expect(ready.status).toBe(200);
    expect(ready.body).toMatchObject({ status: 'degraded', parts: { database: 'up', disk: 'low' } });
    const { text } = await supertest(api.app).get('/metrics').set(OPERATOR);
    const [, share] = /disk_free_ratio\{disk="[^"]+"\} ([\d.e-]+)/.exec(text) ?? [];
    expect(Number(share)).toBeGreaterThanOrEqual(0);
    expect(Number(share)).toBeLessThan(1);
  });
});

describe('a disk with room', () => {
  const api = useApi({ DISK_ALARM_PERCENT: '0', DISK_FOLDERS: folder });

  it('is no alarm', async () => {
    const { body } = await supertest(api.app).get('/readyz').set(OPERATOR);
    expect(body).toMatchObject({ status: 'ok', parts: { disk: 'ok' } });
  });
});

describe('disks that can’t be seen from here', () => {
  const api = useApi({ DISK_FOLDERS: path.join(folder, 'elsewhere') });

  it('are called unknown, which is no alarm', async () => {
    const { body } = await supertest(api.app).get('/readyz').set(OPERATOR);
    expect(body).toMatchObject({ status: 'ok', parts: { disk: 'unknown' } });
  });
});

describe('the database’s own disk', () => {
  const api = useApi();

  it('is the one that is looked after where no folder is named', async () => {
    const { body } = await supertest(api.app).get('/readyz').set(OPERATOR);
    expect(['ok', 'low', 'unknown']).toContain(body.parts.disk);
    const { text } = await supertest(api.app).get('/metrics').set(OPERATOR);
    if (body.parts.disk !== 'unknown') expect(text).toContain('disk_free_ratio{disk="database"}');
  });
});
