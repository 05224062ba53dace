/** The parts of a simulated step that a lead would notice. */
interface Moment {
  type: string;
  step_key: string | null;
  local_time: string;
  subject?: string | null;
  text?: string | null;
}

const signOf = ({ type, step_key, local_time, subject = null, text = null }: Moment): string =>
  JSON.stringify([type, step_key, local_time.slice(0, 16), subject, text]);

/** Returns the places of those moments that the other course of things has not, at their time or as they are said. */
export function differingFrom(one: readonly Moment[], other: readonly Moment[]): ReadonlySet<number> {
  const left = new Map<string, number>();
  for (const moment of other) left.set(signOf(moment), (left.get(signOf(moment)) ?? 0) + 1);
  const differing = new Set<number>();
  for (const [place, moment] of one.entries()) {
    const sign = signOf(moment);
    const count = left.get(sign) ?? 0;
    if (count === 0) differing.add(place);
    else left.set(sign, count - 1);
  }
  return differing;
}
