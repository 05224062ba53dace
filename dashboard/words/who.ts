/** Who acts next: the clock, whoever sets up, you, a colleague, nobody since it is done, nobody since it is off. */
export type Who = 'clock' | 'decide' | 'act' | 'person' | 'ok' | 'off';

export interface Words {
  label: string;
  who: Who;
}
