/** The one who acts next: the clock, an admin, the user, a colleague, or no one because it’s done or off. */
export type Who = 'clock' | 'decide' | 'act' | 'person' | 'ok' | 'off';

export interface Words {
  label: string;
  who: Who;
}
