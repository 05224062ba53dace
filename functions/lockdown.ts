import { registerHooks } from 'node:module';

const REFUSED = 'A sandbox has nothing but its pipes.';

/** Globals with external access that Node's permissions don't cover. */
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'navigator', 'Worker', 'BroadcastChannel'];
const OF_PROCESS = [
  ...['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'mainModule'],
  ...['kill', '_kill', '_debugProcess', '_debugEnd'],
  // Streams and handles lead to the class of sockets.
  ...['stdin', 'stdout', 'stderr', 'openStdin', '_getActiveHandles', '_getActiveRequests', 'report'],
];

/**
 * Takes from this process all ways of Node's to the network, to other processes and to further modules. What it needs
 * has to be imported before. Together with Node's permissions, which close files, children and addons, nothing is left
 * for code that got out of the engine, though it runs as the same user as the worker.
 */
export function lockDown(): void {
  registerHooks({
    resolve() {
      throw new Error(REFUSED);
    },
  });
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
  for (const name of OF_PROCESS) Reflect.deleteProperty(process, name);
}
