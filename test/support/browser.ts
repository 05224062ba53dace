import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { aptInstall, inTurn, tryAptInstall } from './installs.js';

const PLACES = [
  // The same engine without what draws windows, which is half of the work; Playwright takes it too.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The machine's Chromium; installed with apt-get on first use where that goes. */
function chromiumPath(): string {
  const find = () => [process.env.CHROMIUM_PATH ?? '', ...PLACES, MAC].find((place) => place && existsSync(place));
  inTurn(() => {
    if (find() || !existsSync('/usr/bin/apt-get')) return;
    if (!tryAptInstall('chromium-headless-shell')) aptInstall('chromium');
  });
  const installed = find();
  if (!installed) throw new Error('There is no Chromium here: install it, or name it in CHROMIUM_PATH.');
  return installed;
}

/** The timeout of waits in a page: far longer than needed, since the machine may be busy. */
export const WAIT_MS = 60_000;

/** A browser without a window. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    // Root has no user namespaces to put the sandbox in; the pages are our own.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  });
