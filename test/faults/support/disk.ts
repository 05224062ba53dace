import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
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

/** Fills the disk that holds `folder` to the last byte; answers what frees it again. */
export function fillDisk(folder: string): () => void {
  const file = path.join(folder, 'ballast');
  const handle = openSync(file, 'w');
  for (const bytes of [MIB, 4_096, 1]) {
    const block = Buffer.alloc(bytes, 1);
    for (;;) {
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
