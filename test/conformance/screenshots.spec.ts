import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import * as enFunction from '../../dashboard/words/en/function.js';
import * as enJob from '../../dashboard/words/en/job.js';
import * as enModels from '../../dashboard/words/en/models.js';
import * as esFunction from '../../dashboard/words/es/function.js';
import * as esJob from '../../dashboard/words/es/job.js';
import * as esModels from '../../dashboard/words/es/models.js';
import { settled } from '../support/dashboard.js';
import { PAGES } from '../support/dashboard-pages.js';
import { useWorkday } from '../support/dashboard-work.js';
import { fillForScreens, type ScreenIds } from '../support/screen-fixture.js';
import { shownPictures } from '../support/shown-pictures.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** All pictures, to be looked at; the repository keeps those that a page shows. */
const FOLDER = path.join(ROOT, '.data/screenshots');
const SHOWN = path.join(ROOT, 'docs/screenshots');
const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

/** Pages of one thing: without it there is nothing to show. */
const OF_ONE = [
  ...['lead', 'import-errors', 'meeting', 'host', 'campaign', 'agent', 'job', 'cycle', 'function', 'function-run'],
  ...['document', 'model', 'widget'],
];

/** Pages for signed-out users, by the name of their screenshot. */
const SIGNED_OUT: Record<string, (signedOut: ScreenIds['signedOut']) => string> = {
  'sign-in': () => '/sign-in',
  setup: ({ setup }) => setup,
  invitation: ({ invitation }) => invitation,
  'reset-asked': () => '/reset',
  reset: ({ reset }) => reset,
  shared: ({ shared }) => shared,
};

/** The words that the late parts of pages are found by, in each language of the screenshots. */
const WORDS = {
  en: { ...enFunction, ...enJob, ...enModels },
  es: { ...esFunction, ...esJob, ...esModels },
};
type Words = (typeof WORDS)[keyof typeof WORDS];

/** Waits for the last part of a page, if it appears after all its requests. */
const LATE: Readonly<Record<string, (page: Page, words: Words) => Promise<void>>> = {
  function: (page) => page.locator('.cm-content').waitFor(),
  host: (page) => page.getByRole('grid').waitFor(),
  job: (page, { firstMatchingLeads: name }) => page.getByRole('list', { name }).getByRole('link').first().waitFor(),
  cycle: (page, { leadsInThisCycle: name }) => page.getByRole('list', { name }).getByRole('link').first().waitFor(),
  performance: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  'function-run': (page, { effects: name }) => page.getByRole('list', { name }).waitFor(),
  model: async (page, { edit: name }) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  },
};

const day = useWorkday('screenshots');

/** Writes what a page shows as a WebP of few bytes; `press` is a page that turns pictures into these. */
async function keep(page: Page, press: Page, file: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const webp = await press.evaluate<string>(`(async () => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,${png}';
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', 0.6);
  })()`);
  writeFileSync(path.join(FOLDER, `${file}.webp`), Buffer.from(webp.split(',')[1] ?? '', 'base64'));
}

async function keepLooks(page: Page, press: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await keep(page, press, `${name}-${colorScheme}-${width}`);
    }
  }
}

const pressOf = async (page: Page): Promise<Page> => {
  const press = await page.context().browser()?.newPage();
  if (!press) throw new Error('The browser is gone.');
  return press;
};

async function keepAll(page: Page, names: readonly string[], ids: ScreenIds, words: Words, ending: string) {
  const press = await pressOf(page);
  for (const name of names) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(day.dashboard.url + (PAGES[name]?.(ids) ?? '/'));
    await settled(page);
    await LATE[name]?.(page, words);
    await keepLooks(page, press, `${name}${ending}`);
  }
  await press.close();
}

async function selectSpanish(page: Page): Promise<void> {
  await page.goto(`${day.dashboard.url}/profile`);
  await page.getByRole('combobox', { name: 'Language of the dashboard' }).click();
  await page.getByRole('option', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Tu perfil', level: 1 }).waitFor();
}

async function keepSignedOut({ signedOut }: ScreenIds): Promise<void> {
  for (const [name, at] of Object.entries(SIGNED_OUT)) {
    // Each in its own browser, because such a page keeps the data of its link for as long as it is open.
    const page = await day.dashboard.open(at(signedOut));
    const press = await pressOf(page);
    await page.getByRole('button').first().waitFor();
    await keepLooks(page, press, name);
    await Promise.all([press.close(), page.context().close()]);
  }
}

describe('every page', () => {
  it('is pictured without anything, and with what some days bring', async () => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    const names = Object.keys(PAGES);
    const page = await day.open('/');
    const general = names.filter((name) => !OF_ONE.includes(name));
    await keepAll(page, general, {} as ScreenIds, WORDS.en, '-empty');
    const ids = await fillForScreens(day.api, day.account);
    await keepAll(page, names, ids, WORDS.en, '');
    await selectSpanish(page);
    await keepAll(page, names, ids, WORDS.es, '-es');
    await keepSignedOut(ids);
    for (const name of shownPictures(ROOT)) copyFileSync(path.join(FOLDER, name), path.join(SHOWN, name));
    // A host without a calendar answers 404, and the page says so in words.
    const told = /hosts\/[^/]+\/calendar: .* 404/;
    expect(day.dashboard.complaints.filter((text) => !told.test(text))).toEqual([]);
  }, 900_000);
});
