import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../..');
const REASONS = path.join(ROOT, '.ci/audit.json');
const BAD = ['critical', 'high'];
const AUDIT_MS = 120_000;

interface Advisory {
  url?: string;
  severity?: string;
  title?: string;
}

/** Their manifests name the MIT licence, of `unionfs` the Unlicense and of `url-template` the BSD licence, in older ways. */
const UNCLEAR = ['busboy', 'format', 'streamsearch', 'unionfs', 'url-template'];
const SBOM = 'sbom --sbom-format cyclonedx --package-lock-only';

interface Component {
  name: string;
  version?: string;
  hashes?: object[];
  licenses?: object[];
}

interface Audit {
  vulnerabilities?: Record<string, { name: string; severity: string; via: (Advisory | string)[] }>;
  metadata?: { dependencies?: { prod?: number } };
  message?: string;
  error?: unknown;
}

let audit: Audit;
let told: string;

beforeAll(() => {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: AUDIT_MS,
  });
  told = stderr;
  audit = JSON.parse(stdout || '{}') as Audit;
}, AUDIT_MS + 10_000);

const readJson = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));

/** The reasons why an advisory in the tree does no harm here, by its URL. */
const reasons = (): Record<string, string> => (existsSync(REASONS) ? readJson('.ci/audit.json') : {});

describe('what the service is made of', () => {
  it('has no known critical or high vulnerability without a written reason', () => {
    if (!audit.vulnerabilities) {
      // The registry gives no audit: that is what holds here, and what is reported.
      const why = audit.message ?? JSON.stringify(audit.error ?? told.slice(0, 500));
      process.stdout.write(`The package registry answered no audit: ${why}\n`);
      expect(`${told} ${why}`).toMatch(
        /audit endpoint returned an error|ENOAUDIT|ENOTFOUND|ECONN\w+|ETIMEDOUT|\b[45]\d\d\b/,
      );
      return;
    }
    const advisories = Object.values(audit.vulnerabilities).flatMap(({ name, via }) =>
      via.filter((each): each is Advisory => typeof each !== 'string').map((each) => ({ name, ...each })),
    );
    const open = advisories
      .filter(({ severity }) => BAD.includes(severity ?? ''))
      .filter(({ url }) => !reasons()[url ?? '']?.trim())
      .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} ${url}`);
    expect(open).toEqual([]);
  });

  it('is pinned: exact versions, and a lock file with the checksum of every package this needs anywhere', () => {
    const manifest = readJson('package.json');
    const versions = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    const packages = Object.entries<{ integrity?: string; link?: boolean; inBundle?: boolean; optional?: boolean }>(
      readJson('package-lock.json').packages,
    ).filter(([name, { link, inBundle, optional }]) => name !== '' && !link && !inBundle && !optional);
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([]);
  });

  it('runs install scripts of listed packages only', () => {
    const allowed = readJson('package.json').allowScripts as Record<string, boolean>;
    const packages = Object.entries<{ hasInstallScript?: boolean }>(readJson('package-lock.json').packages);
    const scripted = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([name]) => name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length));
    expect(scripted.filter((name) => !(name in allowed))).toEqual([]);
  });

  it('has a bill of materials that names every package it runs on, with version, checksum and licence', () => {
    const { stdout, status } = spawnSync('npm', SBOM.split(' '), { cwd: ROOT, encoding: 'utf8', timeout: AUDIT_MS });
    expect(status).toBe(0);
    const { bomFormat, components } = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const { dependencies } = readJson('package.json') as { dependencies: Record<string, string> };
    expect(Object.entries(dependencies).filter(([name, version]) => !listed.has(`${name}@${version}`))).toEqual([]);
    // Those of other platforms are optional, and never installed where they don't run.
    const optional = new Set(
      Object.entries<{ optional?: boolean }>(readJson('package-lock.json').packages)
        .filter(([, entry]) => entry.optional)
        .map(([name]) => name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    );
    const unclear = components.filter(
      ({ name, version, hashes, licenses }) =>
        !optional.has(name) && (!version || !hashes?.length || !licenses?.length),
    );
    expect(unclear.map(({ name }) => name)).toEqual(UNCLEAR);
  });
});
