import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The one without a window first: it draws with the same engine for half of the processor's time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** Opens the Chromium of the machine, without a window. Throws how to get one where there is none. */
export function openBrowser(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM_PATH ?? '', ...PLACES].find((place) => place && existsSync(place));
  if (!executablePath)
    throw new Error('There is no Chromium here: apt-get install chromium, or name it in CHROMIUM_PATH.');
  const root = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: [...(root ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'] });
}
