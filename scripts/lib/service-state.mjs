import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readJson } from './files.mjs';
import { dataDir } from './paths.mjs';

/** Held by the supervisor as long as the service runs. */
export const serviceLock = join(dataDir, 'locks', 'service');

/** Every address of the running service, for scripts. */
export const serviceFile = join(dataDir, 'service.json');

/** The processes of the last start, so that what a killed supervisor left behind can be ended. */
export const processesFile = join(dataDir, 'processes.json');

export const demoKeyFile = join(dataDir, 'demo-key');

/** The sign-up link of the first user. The file exists until there is a user. */
const setupLinkFile = join(dataDir, 'setup-link');

/** Returns what service.json says if it belongs to the supervisor `pid`. */
export function serviceOf(pid) {
  const service = readJson(serviceFile);
  return service?.pids?.supervisor === pid ? service : undefined;
}

/** The lines that end a start: five, and one more while the service has no user. */
export function summary(service) {
  const key = existsSync(demoKeyFile) ? readFileSync(demoKeyFile, 'utf8').trim() : '';
  const place = relative(process.cwd(), demoKeyFile);
  const setup = existsSync(setupLinkFile) ? readFileSync(setupLinkFile, 'utf8').trim() : '';
  return [
    `Dashboard    ${service.api_url}/`,
    `API docs     ${service.api_url}/docs`,
    `Temporal UI  ${service.temporal_ui_url || `(of the server at ${service.temporal_address})`}`,
    `Demo key     ${key ? `${key}   (stored in ${place})` : 'none; to create one: npm run admin -- keys create'}`,
    `Try it       curl -H "X-API-Key: ${key || 'KEY'}" "${service.api_url}/api/public/leads?limit=3"`,
    ...(setup ? [`Sign up      ${service.api_url}${setup}   (valid once, for a day: creates the owner)`] : []),
  ].join('\n');
}
