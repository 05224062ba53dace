/**
 * Whether what npm installed is what the lockfile asks for. Compares versions package by package instead of file
 * times: a fresh checkout touches the lockfile without changing it, and an install takes away what others run on.
 * Packages for other platforms may be absent.
 */
export function installedMatches(lockfile, installed) {
  if (!lockfile?.packages || !installed?.packages) return false;
  for (const [path, wanted] of Object.entries(lockfile.packages)) {
    if (path === '' || wanted.link) continue;
    const present = installed.packages[path];
    if (present === undefined) {
      if (wanted.optional || wanted.devOptional || wanted.peer) continue;
      return false;
    }
    if (present.version !== wanted.version || present.integrity !== wanted.integrity) return false;
  }
  return true;
}
