import { freeShareOf } from '../runtime/disk.js';
import type { ApiDependencies } from './dependencies.js';

/** `unknown` where no disk can be seen from here, as when the database has a machine of its own. */
export type DiskState = 'ok' | 'low' | 'unknown';

const KEPT_MS = 5_000;
const ASK_MS = 1_000;

/**
 * Looks after the disks that must not fill up, so that a full one is an alarm before it is a fault: the database's own
 * where it is on this machine, or those the settings name. Looks at most once in five seconds; the log hears of a
 * disk that becomes low, once.
 */
export function createDiskWatch({
  config,
  db,
  logger,
  metrics,
}: Pick<ApiDependencies, 'config' | 'db' | 'logger' | 'metrics'>): { look(): Promise<DiskState> } {
  const given = config.DISK_FOLDERS?.split(',').map((folder) => folder.trim());
  let folders = given?.filter(Boolean);
  let state: DiskState = 'unknown';
  let looking: Promise<DiskState> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const watched = async (): Promise<string[]> => {
    if (folders) return folders;
    try {
      const [rows] = (await db.raw('SELECT @@datadir AS folder').timeout(ASK_MS)) as [{ folder: string }[]];
      folders = rows.map(({ folder }) => folder);
    } catch {
      // Asked again with the next look.
    }
    return folders ?? [];
  };

  const measure = async (): Promise<DiskState> => {
    const shares: number[] = [];
    for (const folder of await watched()) {
      const share = await freeShareOf(folder);
      if (share === undefined) continue;
      shares.push(share);
      metrics.diskFree.set({ disk: given ? folder : 'database' }, share);
    }
    const lowest = Math.min(...shares);
    const next = shares.length === 0 ? 'unknown' : lowest * 100 < config.DISK_ALARM_PERCENT ? 'low' : 'ok';
    if (next === 'low' && state !== 'low') {
      logger.error({ free_percent: Math.round(lowest * 1000) / 10 }, 'A disk is nearly full');
    }
    state = next;
    lookedAt = performance.now();
    return state;
  };

  return {
    async look() {
      if (performance.now() - lookedAt < KEPT_MS) return state;
      looking ??= measure().finally(() => {
        looking = undefined;
      });
      return looking;
    },
  };
}
