import { readFileSync } from 'node:fs';
import { Api } from './api.js';
import { judgeRenewals, playRenewals } from './renewal.js';
import { print, row, tally } from './screen.js';

const [serviceFile = '', csvFile = ''] = process.argv.slice(2);

try {
  const service = JSON.parse(readFileSync(serviceFile, 'utf8')) as { api_url: string };
  const api = new Api(service.api_url, process.env.DEMO_API_KEY ?? '');
  const began = Date.now();
  const evidence = await playRenewals(api, { csv: readFileSync(csvFile, 'utf8'), note: (text) => print(`  ${text}`) });
  const { sent, cycles } = evidence;
  print('\nMessages');
  for (const [status, times] of tally(sent.map(({ status }) => status))) row(status, times);
  print('\nCycles in the Temporal UI');
  for (const [form, all] of Object.entries(cycles)) row(form, all[0]?.workflow_id ?? '');
  print('\nPromises');
  const promises = judgeRenewals(evidence);
  for (const { promise, broken } of promises) {
    print(
      `  ${broken.length === 0 ? '✓' : '✗'} ${promise}${broken.length === 0 ? '' : `: not for ${broken.slice(0, 3).join(', ')}`}`,
    );
  }
  const kept = promises.every(({ broken }) => broken.length === 0);
  print(`\n${kept ? 'All promises kept' : 'A PROMISE WAS BROKEN'}, in ${((Date.now() - began) / 1000).toFixed(0)} s.`);
  process.exitCode = kept ? 0 : 1;
} catch (error) {
  process.stderr.write(`\nThe demo ended early: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
