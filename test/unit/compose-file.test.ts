import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const compose = readFileSync('docker-compose.yml', 'utf8');
const lines = compose.split('\n');

describe('docker-compose.yml', () => {
  it('pins each image to a version', () => {
    const images = lines.flatMap((line) => line.match(/^\s*image: (.+)$/)?.[1] ?? []);
    expect(images.length).toBeGreaterThan(5);
    expect(images.filter((image) => !/:(\$\{.*:-.*)?[\w.-]*\d+\.\d+(\.\d+)?[\w.-]*\}?$/.test(image))).toEqual([]);
    const bases = readFileSync('Dockerfile', 'utf8').match(/^FROM \S+/gm) ?? [];
    expect(bases.filter((base) => !/:\d+\.\d+\.\d+/.test(base))).toEqual([]);
  });

  it('opens ports on this machine only', () => {
    const ports = lines.filter((line) => /^\s*ports:/.test(line));
    expect(ports.length).toBeGreaterThan(3);
    expect(ports.filter((line) => !/\["127\.0\.0\.1:/.test(line))).toEqual([]);
  });

  it('has no default secret: each has to be given', () => {
    const secrets = compose.match(/\$\{\w*(PASSWORD|SECRET)\w*[^}]*\}/g) ?? [];
    expect(secrets.length).toBeGreaterThan(4);
    expect(secrets.filter((secret) => !secret.includes(':?') && !secret.endsWith(':-}'))).toEqual([]);
  });

  it('lets accounts take turns in the task queues, as the embedded server does', () => {
    const embedded = readFileSync('scripts/lib/temporal-own.mjs', 'utf8');
    for (const key of ['matching.enableFairness', 'worker.schedulerNamespaceStartWorkflowRPS']) {
      const value = new RegExp(`'${key}': (\\w+),`).exec(embedded)?.[1];
      expect(compose).toContain(`${key}: [{ value: ${value} }]`);
    }
    expect(compose).toContain('DYNAMIC_CONFIG_FILE_PATH: /etc/temporal/dynamic.yaml');
  });

  it('has a database that accepts the connections of ten processes, in addition to those of Temporal', () => {
    const [, poolSize] = /DATABASE_POOL_SIZE: Type.Integer\(\{[^}]*default: (\d+)/.exec(
      readFileSync('runtime/config.ts', 'utf8'),
    ) ?? [''];
    const [, connections] = /--max-connections=(\d+)/.exec(compose) ?? [''];
    expect(Number(connections)).toBeGreaterThan(1.5 * 10 * Number(poolSize));
  });

  it('passes on the settings that the guide to self-hosting says it does', () => {
    const said =
      /Compose passes these (.*?)\n\nAdd any other/s.exec(readFileSync('docs/guides/self-hosting.md', 'utf8'))?.[1] ??
      '';
    const names = [...said.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !compose.includes(`\${${name}:-`))).toEqual([]);
  });
});
