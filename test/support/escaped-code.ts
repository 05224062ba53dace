/**
 * Attempts of code that escaped the engine and runs as the worker's user: each returns what it could access, and must
 * throw instead. Runs in a process started like a sandbox, after `lockDown`.
 */
export const ATTEMPTS = {
  'read the environment of the worker': "fs.readFileSync('/proc/' + process.ppid + '/environ')",
  'read its own memory map': "fs.readFileSync('/proc/self/maps')",
  'read a file': "fs.readFileSync('/etc/passwd')",
  'list a folder': "fs.readdirSync('/')",
  'write a file': "fs.writeFileSync('/tmp/escaped', 'x')",
  'import the network': "import('node:net')",
  'import the network by eval': `(0, eval)('import("node:net")')`,
  'import processes by a constructor': `Function('return import("node:child_process")')()`,
  'require by the main module': "process.mainModule.require('net')",
  'take a built-in module': "process.getBuiltinModule('net')",
  'take a binding': "process.binding('tcp_wrap')",
  'load an addon': "process.dlopen({ exports: {} }, '/tmp/x.node')",
  fetch: "fetch('http://127.0.0.1:1')",
  'open a socket': "new WebSocket('ws://127.0.0.1:1')",
  'take the class of a socket from a stream': 'new process.stdin.constructor()',
  'take it from a handle': 'process._getActiveHandles()',
  'signal the worker': 'process.kill(process.ppid, 0)',
  'look at the machine by a report': 'process.report.getReport()',
};

/** The program: tries everything and prints what was open. */
export const programOf = (lockdown: string): string => `
  import fs from 'node:fs';
  import { lockDown } from ${JSON.stringify(lockdown)};
  lockDown();
  const open = [];
  ${Object.entries(ATTEMPTS)
    .map(([name, code]) => `try { await (${code}); open.push(${JSON.stringify(name)}); } catch {}`)
    .join('\n  ')}
  fs.writeSync(1, JSON.stringify(open));
`;
