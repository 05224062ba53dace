/**
 * Runs attacks in `node:vm`, which is no boundary: the control that shows the corpus bites. Reads `{name: code}` from
 * standard input and writes the names of those that got out.
 */
import { text } from 'node:stream/consumers';
import vm from 'node:vm';

const programs = JSON.parse(await text(process.stdin));
const escaped = [];
const method = async (name) => {
  if (name === 'no-such-lead') throw Object.assign(new Error('Lead not found.'), { code: 'LEAD_NOT_FOUND' });
  return { first_name: 'Ada' };
};
const nouns = ['leads', 'tags', 'status', 'kv', 'notes', 'secrets', 'http', 'time'];
const verbs = ['get', 'set', 'add', 'update', 'query', 'fetch', 'now'];
const inMs = (ms) => new Promise((resolve) => setTimeout(resolve, ms, 'held'));

for (const [name, code] of Object.entries(programs)) {
  const svc = Object.fromEntries(nouns.map((noun) => [noun, Object.fromEntries(verbs.map((verb) => [verb, method]))]));
  svc.log = () => undefined;
  const ctx = { lead_id: 'a', other_lead_id: 'b', input: { list: [1, 2] } };
  const context = vm.createContext({ ctx, svc, console });
  try {
    const script = `${code.replace('export default', 'globalThis.main =')}\n;main(ctx, svc)`;
    const result = await Promise.race([vm.runInContext(script, context, { timeout: 500 }), inMs(500)]);
    if (typeof result === 'string' && result.startsWith('ESCAPED')) escaped.push(name);
  } catch {
    // What doesn't run is no escape.
  }
}
process.stdout.write(JSON.stringify(escaped));
process.exit(0);
