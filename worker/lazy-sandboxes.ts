import { createSandboxPool, type SandboxPool, type SandboxPoolOptions } from '../functions/sandbox.js';

/** Creates a pool of sandboxes whose processes start with the first function: many workers never run one. */
export function lazySandboxes(options: SandboxPoolOptions): SandboxPool {
  let pool: SandboxPool | undefined;
  return {
    run(...args) {
      pool ??= createSandboxPool(options);
      return pool.run(...args);
    },
    pids: () => pool?.pids() ?? [],
    close: async () => pool?.close(),
  };
}
