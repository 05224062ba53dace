import { beforeAll, describe, expect, it } from '@jest/globals';
import { overflowOf, settled } from '../support/dashboard.js';
import { PAGES } from '../support/dashboard-pages.js';
import { useWorkday } from '../support/dashboard-work.js';
import { fillMarked } from '../support/marked-account.js';
import type { ScreenIds } from '../support/screen-fixture.js';

const day = useWorkday('dashboard-hostile');
const MARK = 'zqhostile';
/** Runs where it is taken for HTML, reads backwards where nothing ends that, and is one word of 60 letters. */
const HOSTILE = `<img/src=x/onerror=window.broken=1>${'W'.repeat(60)}\u202e`;
let ids: ScreenIds;

/** Writes a hostile text into every text column of the account, past the API's validation. */
async function poison(): Promise<void> {
  const [columns] = await day.api.db.raw(
    `SELECT c.table_name AS tab, c.column_name AS col FROM information_schema.columns c
     JOIN information_schema.columns a ON a.table_schema = c.table_schema AND a.table_name = c.table_name
     WHERE c.table_schema = DATABASE() AND a.column_name = 'account_id' AND c.character_set_name = 'utf8mb4'`,
  );
  for (const { tab, col } of columns as { tab: string; col: string }[]) {
    await day.api.db.raw('UPDATE IGNORE ?? SET ?? = REPLACE(??, ?, ?) WHERE account_id = ? AND ?? LIKE ?', [
      ...[tab, col, col, MARK, HOSTILE, day.account.accountId, col, `%${MARK}%`],
    ]);
  }
}

beforeAll(async () => {
  const marked = await fillMarked(day.api, day.account, MARK);
  ids = { ...marked, cloudFunction: marked.function } as unknown as ScreenIds;
  await poison();
}, 120_000);

describe('what leads, visitors and colleagues write', () => {
  it('is read as they wrote it on every page, runs nowhere and pushes nothing aside', async () => {
    const page = await day.open('/');
    const showing: string[] = [];
    const faults: object[] = [];
    for (const [name, at] of Object.entries(PAGES)) {
      await page.goto(day.dashboard.url + at(ids));
      await settled(page);
      const text = (await page.locator('body').textContent()) ?? '';
      if (text.includes('onerror=window.broken=1')) showing.push(name);
      const broken = (await page.evaluate('window.broken ?? false')) || /This page couldn’t be displayed/.test(text);
      const overflow = await overflowOf(page);
      // The stored values would be rejected in a request, and a preview sends them again.
      const complaints = day.dashboard.complaints.splice(0).filter((one) => !/\/preview.* 400/.test(one));
      if (broken || overflow > 0 || complaints.length > 0) faults.push({ name, broken, overflow, complaints });
    }
    expect(faults).toEqual([]);
    // Otherwise it would prove nothing.
    expect(showing.length).toBeGreaterThan(20);
  }, 240_000);
});
