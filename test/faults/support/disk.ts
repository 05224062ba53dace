import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';

const MIB = 1_048_576;

/** Whether a disk of its own, or a name space, can be made here. */
export const isRoot = process.getuid?.() === 0;

/** Puts an empty disk of this size at `folder`; answers what takes it away again. */
export function mountDisk(folder: string, mib: number): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const unmount = () => {
    try {
      execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
    } catch {
      // Nothing was mounted.
    }
  };
  unmount();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=711`, 'tmpfs', folder]);
  return unmount;
}

/** Fills the disk that holds `folder` to this share, or to the last byte; answers what frees it again. */
export function fillDisk(folder: string, share = 1): () => void {
  const file = path.join(folder, `ballast-${share}`);
  const { blocks, bfree, bsize } = statfsSync(folder);
  let room = share < 1 ? Math.max(0, bfree - blocks * (1 - share)) * bsize : Number.POSITIVE_INFINITY;
  const handle = openSync(file, 'w');
  for (const bytes of share < 1 ? [MIB] : [MIB, 4_096, 1]) {
    const block = Buffer.alloc(bytes, 1);
    for (; room > 0; room -= bytes) {
      try {
        if (writeSync(handle, block) < bytes) break;
      } catch {
        break;
      }
    }
  }
  closeSync(handle);
  return () => rmSync(file, { force: true });
}
