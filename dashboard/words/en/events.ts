export type EventParams = Readonly<Record<string, string | number>>;
export type EventText = readonly [title: string, describe: (params: EventParams) => string];

/** The texts of events by kind. English needs none, because the API returns them in English. */
export const EVENTS: Readonly<Record<string, EventText>> = {};
