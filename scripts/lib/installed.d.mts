interface Packages {
  packages?: Record<
    string,
    { version?: string; integrity?: string; optional?: boolean; devOptional?: boolean; peer?: boolean; link?: boolean }
  >;
}

/** Tells whether what npm installed is what the lockfile asks for. */
export function installedMatches(lockfile: Packages | undefined, installed: Packages | undefined): boolean;
