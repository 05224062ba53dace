import { statfs } from 'node:fs/promises';

/** Returns the share of a folder's disk that is free to ordinary users; undefined where the folder can't be reached. */
export async function freeShareOf(folder: string): Promise<number | undefined> {
  try {
    const { blocks, bfree, bavail } = await statfs(folder);
    const usable = blocks - bfree + bavail;
    return usable > 0 ? bavail / usable : undefined;
  } catch {
    return undefined;
  }
}
