import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { countSuite } from '../../scripts/lib/count.mjs';
import { installedMatches } from '../../scripts/lib/installed.mjs';
import { lockHolder, tryLock, unlock } from '../../scripts/lib/lock.mjs';
import { testDatabaseUrl } from '../../scripts/lib/mysql-database.mjs';
import { isSupported, parseServerVersion } from '../../scripts/lib/mysql-server.mjs';
import { pingTemporal, startTemporal } from '../../scripts/lib/temporal-own.mjs';
import { findTemporal } from '../../scripts/lib/temporal-program.mjs';

describe('the check of installed packages', () => {
  const lockfile = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/a': { version: '1.2.3', integrity: 'sha512-a' },
      'node_modules/for-another-platform': { version: '1.0.0', integrity: 'sha512-p', optional: true },
    },
  };

  it('is content with the same versions, without the packages of other platforms', () => {
    const installed = { packages: { 'node_modules/a': { version: '1.2.3', integrity: 'sha512-a' } } };
    expect(installedMatches(lockfile, installed)).toBe(true);
  });

  it('asks for an install when a package is missing, another version, or nothing is installed', () => {
    expect(installedMatches(lockfile, { packages: {} })).toBe(false);
    expect(
      installedMatches(lockfile, { packages: { 'node_modules/a': { version: '1.2.4', integrity: 'sha512-a' } } }),
    ).toBe(false);
    expect(installedMatches(lockfile, undefined)).toBe(false);
  });
});

describe('the choice of a database server', () => {
  it.each([
    ['mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)', true, '10.11.19', true],
    ['mariadbd from 11.4.2-MariaDB, client 15.2 for osx10.19 (arm64)', true, '11.4.2', true],
    ['mysqld  Ver 10.5.28-MariaDB for Linux on x86_64', true, '10.5.28', false],
    ['/usr/sbin/mysqld  Ver 8.4.6 for Linux on x86_64 (MySQL Community Server - GPL)', false, '8.4.6', true],
    ['mysqld  Ver 5.7.44 for Linux on x86_64 (MySQL Community Server (GPL))', false, '5.7.44', false],
  ])('reads %j', (text, mariadb, version, supported) => {
    const parsed = parseServerVersion(text);
    expect(parsed).toMatchObject({ mariadb, text: version });
    expect(parsed && isSupported(parsed)).toBe(supported);
  });

  it('refuses what names no version', () => {
    expect(parseServerVersion('command not found')).toBeUndefined();
  });
});

describe('the database of the tests', () => {
  it('is never the one DATABASE_URL names, unless that is already one for tests', () => {
    expect(testDatabaseUrl('mysql://u:p@h:3306/las')).toBe('mysql://u:p@h:3306/las_test');
    expect(testDatabaseUrl('mysql://u:p@h:3306/las_test')).toBe('mysql://u:p@h:3306/las_test');
    expect(testDatabaseUrl('mysql://u:p@h:3306/')).toBe('mysql://u:p@h:3306/las_test');
  });
});

describe('a lock', () => {
  const dir = mkdtempSync(join(tmpdir(), 'las-lock-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('is held by one at a time and free again afterwards', () => {
    const path = join(dir, 'one');
    expect(tryLock(path)).toBe(true);
    expect(tryLock(path)).toBe(false);
    expect(lockHolder(path)?.pid).toBe(process.pid);
    unlock(path);
    expect(tryLock(path)).toBe(true);
    unlock(path);
  });

  it('is void when its holder died, also when its id was given to another process since', () => {
    const path = join(dir, 'two');
    writeFileSync(path, JSON.stringify({ pid: process.pid, started: 'at another time' }));
    expect(lockHolder(path)).toBeUndefined();
    expect(tryLock(path)).toBe(true);
    unlock(path);
  });
});

describe('a Temporal server of our own', () => {
  const dir = mkdtempSync(join(tmpdir(), 'las-temporal-'));
  const ends: (() => unknown)[] = [];
  mkdirSync(join(dir, 'logs'));
  afterAll(async () => {
    while (ends.length > 0) await ends.pop()?.();
    rmSync(dir, { recursive: true, force: true });
  });

  it('is started again where another program took one of its ports as it started', async () => {
    const program = join(dir, 'temporal');
    writeFileSync(program, `#!/bin/sh\nmkdir "${dir}/tried" && exit 1\nexec "${findTemporal()}" "$@"\n`, {
      mode: 0o755,
    });
    const { address } = await startTemporal(program, dir, { defer: (work) => ends.push(work) });
    expect(existsSync(join(dir, 'tried'))).toBe(true);
    expect(await pingTemporal(address)).toBe(true);
  }, 60_000);

  it('is given up with what it said last where it never starts', async () => {
    const program = join(dir, 'never');
    writeFileSync(program, '#!/bin/sh\necho "no room" >&2\nexit 1\n', { mode: 0o755 });
    await expect(startTemporal(program, dir, { defer: (work) => ends.push(work) })).rejects.toMatchObject({
      message: expect.stringMatching(/^Temporal didn't start: it ended\./),
      lines: expect.arrayContaining(['no room']),
    });
  });
});

describe('the count of a suite', () => {
  const failed = (message: string) => ({ fullName: 'd', status: 'failed', failureMessages: [message] });
  const suite = (assertionResults: { fullName: string; status: string }[], status = 'passed') => ({
    testResults: [{ name: 'x.test.ts', status, assertionResults }],
  });

  it('counts a skipped test as failed unless it is named with a reason', () => {
    const result = suite([
      { fullName: 'a', status: 'passed' },
      { fullName: 'b', status: 'pending' },
      { fullName: 'c', status: 'todo' },
    ]);
    expect(countSuite({ name: 's', code: 0, result, skips: {} })).toMatchObject({ passed: 1, failed: 2 });
    expect(countSuite({ name: 's', code: 0, result, skips: { b: 'needs a server', c: ' ' } })).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  it('tells what each failed test said, as far as one reads it', () => {
    const message = `\u001b[31mexpected\u001b[39m 1\n${'at a place\n'.repeat(100)}`;
    const result = { testResults: [{ name: 'x', status: 'failed', assertionResults: [failed(message)] }] };
    const { causes } = countSuite({ name: 's', code: 1, result, skips: {} });
    expect(causes).toHaveLength(1);
    const broken = { testResults: [{ name: 'y', status: 'failed', message: 'no such module', assertionResults: [] }] };
    expect(countSuite({ name: 's', code: 1, result: broken, skips: {} }).causes).toEqual(['y:\n    no such module']);
    expect(causes[0]?.split('\n').slice(0, 3)).toEqual(['d:', '    expected 1', '    at a place']);
    expect(causes[0]?.split('\n').length).toBeLessThan(50);
  });

  it('never calls a suite clean that did not end well', () => {
    const clean = suite([{ fullName: 'a', status: 'passed' }]);
    expect(countSuite({ name: 's', code: 0, result: clean, skips: {} }).failed).toBe(0);
    expect(countSuite({ name: 's', code: 1, result: clean, skips: {} }).failed).toBe(1);
    expect(countSuite({ name: 's', code: 0, result: undefined, skips: {} }).failed).toBe(1);
    expect(countSuite({ name: 's', code: undefined, result: clean, skips: {} }).failed).toBe(1);
    expect(countSuite({ name: 's', code: 1, result: suite([], 'failed'), skips: {} }).failed).toBe(1);
  });
});
