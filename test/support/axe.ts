import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Run {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}

/** Returns what axe finds wrong with a page. It is brought along once, and looks for nothing else. */
export async function violationsIn(page: Page): Promise<{ impact: string; told: string }[]> {
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
