/** Places that several owners use, none of them more than its share. */
export interface Shares {
  /** Takes a place for an owner, and returns what gives it back; undefined where the owner or all have too many. */
  take(owner: string): (() => void) | undefined;
  /** The number of taken places. */
  readonly taken: number;
}

/** Creates places of which `most` are taken at once, and `ofOne` by one owner. */
export function createShares({ most, ofOne }: { most: number; ofOne: number }): Shares {
  const owners = new Map<string, number>();
  let taken = 0;
  return {
    take(owner) {
      const own = owners.get(owner) ?? 0;
      if (taken >= most || own >= ofOne) return undefined;
      owners.set(owner, own + 1);
      taken += 1;
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        taken -= 1;
        const left = (owners.get(owner) ?? 1) - 1;
        if (left > 0) owners.set(owner, left);
        else owners.delete(owner);
      };
    },
    get taken() {
      return taken;
    },
  };
}
