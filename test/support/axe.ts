import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Run {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}

/** What moves on a page, as browsers tell it. */
interface Moving {
  getAnimations(): { effect?: { getComputedTiming(): { endTime?: unknown } }; finished: Promise<unknown> }[];
}

/** Waits until nothing moves on a page any more: a colour on its way to another has too little contrast for a moment. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { document } = globalThis as unknown as { document: Moving };
    for (;;) {
      // What turns for ever, as a sign of waiting does, comes to no rest.
      const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });
}

/** Returns what axe finds wrong with a page. It is brought along once, and looks for nothing else. */
export async function violationsIn(page: Page): Promise<{ impact: string; told: string }[]> {
  await atRest(page);
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Run> } };
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false });
    return violations.map(({ id, impact, nodes }) => ({
      impact,
      told: `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    }));
  });
}
