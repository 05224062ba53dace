import type { TestAccount, TestApi } from './api.js';
import { addWidget, openChat, type TestChat, type TestWidget } from './widgets.js';

/** A widget whose proofs are quickly made. */
export const EASY = { pow: { base_number: 1_000 } };

export interface ChatFixture {
  account: TestAccount;
  widget: TestWidget;
  chat: TestChat;
}

/** Makes accounts with a widget and an open chat, each from an address of its own. */
export function useChatFixtures(api: TestApi) {
  let addresses = 0;
  const nextAddress = () => {
    addresses += 1;
    return `198.51.100.${addresses}`;
  };
  return {
    nextAddress,
    async createFixture(more: object = EASY): Promise<ChatFixture> {
      const account = await api.account();
      const widget = await addWidget(api, account, more);
      return { account, widget, chat: await openChat(api, widget, nextAddress()) };
    },
    /** Returns the rows of the fixture's account in a table. */
    rowsOf: (table: string, { account }: ChatFixture) => api.db(table).where({ account_id: account.accountId }),
  };
}
