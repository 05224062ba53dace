interface Page {
  pagination: { next_cursor: string | null; has_more: boolean };
}

/**
 * One page when awaited, every item of every page when iterated:
 * `const { campaigns } = await client.listCampaigns()` or `for await (const campaign of client.listCampaigns())`.
 */
export type Paged<Body, Item> = Promise<Body> & AsyncIterable<Item>;

/** Walks the pages of a list: the first one is asked for at once, each further one when its items are wanted. */
export function paged<Body extends Page, Item>(
  load: (cursor: string | undefined) => Promise<Body>,
  itemsOf: (body: Body) => readonly Item[],
): Paged<Body, Item> {
  const first = load(undefined);
  return Object.assign(first, {
    async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
      let page = await first;
      for (;;) {
        yield* itemsOf(page);
        const { next_cursor: cursor, has_more: more } = page.pagination;
        if (!more || cursor === null) return;
        page = await load(cursor);
      }
    },
  });
}
