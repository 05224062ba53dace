import type { Page } from 'playwright-core';
import type { ChatSite } from './chat-pages.js';

/** Returns the button that opens the chat on a page. */
export const launcher = (page: Page) => page.locator('svc-chat .launcher');
/** Returns the visitor's input. */
export const input = (page: Page) => page.locator('svc-chat textarea');
/** Returns the messages of a role, as the chat shows them. */
export const rows = (page: Page, role: string) => page.locator(`svc-chat .list .row.${role}`);
export const textOf = (page: Page, role: string) => rows(page, role).locator('.bubble').allTextContents();

/** Opens a page with the chat of a widget, and the chat. */
export async function openWindow(
  site: ChatSite,
  tag: { key: string } & Record<string, string>,
  options: Parameters<ChatSite['open']>[1] = {},
): Promise<Page> {
  const page = await site.open(tag, options);
  await launcher(page).click();
  await input(page).waitFor();
  return page;
}

/** Says something and waits for the answer. */
export async function say(page: Page, text: string): Promise<void> {
  const before = await rows(page, 'bot').count();
  await input(page).fill(text);
  await input(page).press('Enter');
  await rows(page, 'bot').nth(before).waitFor();
}
