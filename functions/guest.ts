/**
 * The part of `svc` that runs inside the sandbox, before any code of the function: it builds the frozen object whose
 * methods call the host, starts the function and tells how it ended. It keeps its own references to what it needs, so
 * that code which bends the built-in objects spoils nothing but itself. `host(kind, id, name, json)` is the only thing
 * of the outside that is reachable here; it takes texts and numbers, and gives nothing back.
 */
export const GUEST_PRELUDE = `(function (host, methods) {
  'use strict';
  const { parse, stringify } = JSON;
  const { freeze, defineProperty } = Object;
  const { apply } = Reflect;
  const { imul } = Math;
  const P = Promise;
  const { then } = P.prototype;
  const E = Error;
  const text = String;
  const { slice } = String.prototype;
  const waiting = new Map();
  const { get, set, delete: remove } = Map.prototype;
  let last = 0;

  const cut = (value, length) => apply(slice, value, [0, length]);
  const asText = (value) => {
    try {
      return typeof value === 'string' ? value : text(value);
    } catch {
      return '';
    }
  };
  const read = (value, key) => {
    try {
      return value[key];
    } catch {
      return undefined;
    }
  };
  const describe = (thrown) => {
    const object = (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function';
    const told = object ? read(thrown, 'message') : thrown;
    const name = object ? read(thrown, 'name') : undefined;
    const code = object ? read(thrown, 'code') : undefined;
    return stringify({
      name: typeof name === 'string' && name !== '' ? cut(name, 100) : 'Error',
      message: cut(told === undefined ? 'A value that is no error was thrown.' : asText(told), 2000),
      stack: cut(object ? asText(read(thrown, 'stack') ?? '') : '', 8000),
      code: typeof code === 'string' ? cut(code, 100) : undefined,
    });
  };
  const end = (outcome, value) => host(outcome, 0, '', value);
  const fail = (thrown) => {
    end('failed', describe(thrown));
  };

  // Nothing but this is done inside of a promise's executor: it swallows the interrupt that ends a run.
  const call = (name, args) => {
    let settle;
    const answer = new P((resolve, reject) => {
      settle = { resolve, reject };
    });
    try {
      const json = stringify(args);
      last += 1;
      const id = last;
      apply(set, waiting, [id, settle]);
      host('call', id, name, json);
    } catch (thrown) {
      settle.reject(thrown);
    }
    return answer;
  };
  const log = (level) =>
    freeze((message, data) => {
      let json;
      try {
        json = stringify([level, asText(message), data]);
      } catch {
        json = stringify([level, asText(message), '(not JSON)']);
      }
      host('call', 0, 'log', json);
    });

  const svc = {};
  for (const path of parse(methods)) {
    const [noun, verb] = path;
    svc[noun] ??= {};
    defineProperty(svc[noun], verb, {
      enumerable: true,
      value: freeze((...args) => call(noun + '.' + verb, args)),
    });
  }
  for (const noun in svc) freeze(svc[noun]);
  const levels = ['debug', 'info', 'warn', 'error'];
  const plain = log('info');
  const written = (message, data) => plain(message, data);
  for (const level of levels) defineProperty(written, level, { enumerable: true, value: log(level) });
  defineProperty(svc, 'log', { enumerable: true, value: freeze(written) });
  freeze(svc);
  for (const name of ['Atomics', 'SharedArrayBuffer', 'WebAssembly']) delete globalThis[name];
  const shown = (part) => {
    if (typeof part !== 'object' || part === null) return asText(part);
    if (part instanceof E) return asText(part);
    let left = 2000;
    const above = [];
    try {
      // An object inside itself is named instead of repeated, and what is too much is left out.
      const json = stringify(part, function (key, value) {
        if (left <= 0) return undefined;
        left -= 1;
        while (above.length > 0 && above[above.length - 1] !== this) above.length -= 1;
        if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return asText(value);
        if (typeof value === 'string') return cut(value, 2000);
        if (typeof value !== 'object' || value === null) return value;
        for (let n = 0; n < above.length; n += 1) if (above[n] === value) return '[circular]';
        above[above.length] = value;
        return value;
      });
      return cut(json ?? asText(part), 4000);
    } catch {
      return asText(part);
    }
  };
  const spoken = (level) => (...parts) => {
    let line = '';
    for (let n = 0; n < parts.length; n += 1) line += (n > 0 ? ' ' : '') + shown(parts[n]);
    log(level)(line);
  };
  globalThis.console = freeze({
    log: spoken('info'),
    debug: spoken('debug'),
    info: spoken('info'),
    warn: spoken('warn'),
    error: spoken('error'),
  });

  let state = 1;
  // Every sandbox begins as a copy of the same memory, so the engine's own generator would give all runs the same numbers.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  defineProperty(Math, 'random', { configurable: true, writable: true, value: freeze(random) });

  globalThis.__guest = freeze({
    prepare(seed) {
      delete globalThis.__guest;
      state = seed;
    },
    start(loaded, ctx) {
      const main = apply(then, loaded, [
        (exported) => {
          const run = exported.default;
          if (typeof run !== 'function') throw new E('The code has no default export that is a function.');
          return run(parse(ctx), svc);
        },
      ]);
      apply(then, main, [
        (value) => {
          let json;
          try {
            json = stringify(value);
          } catch (thrown) {
            return fail(thrown);
          }
          end('done', json);
        },
        fail,
      ]);
    },
    settle(id, ok, json) {
      const one = apply(get, waiting, [id]);
      if (!one) return;
      apply(remove, waiting, [id]);
      if (ok) return one.resolve(json === '' ? undefined : parse(json));
      const { code, message } = parse(json);
      const error = new E(message);
      error.name = 'ServiceError';
      error.code = code;
      one.reject(error);
    },
  });
})`;
