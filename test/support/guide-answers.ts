type Json = unknown;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** Keys, tokens, signatures, addresses with either in them. */
const SECRET = /^(https?:\/\/\S+|[\w+/=.~|:@<>-]{20,})$/;
/** Numbers that differ from run to run. */
const MEASURED = /(_ms|_seconds|_bytes|seconds|^ms|remaining|score)$/;

const kindOf = (text: string): string => {
  for (const [kind, pattern] of Object.entries({ UUID, TIME, DATE, SECRET })) if (pattern.test(text)) return kind;
  return 'text';
};

/**
 * The values that differ between an answer in a guide and the current one: IDs, timestamps and secrets. Each value of
 * the guide maps to one current value, in the following blocks too, so that a guide can continue with the IDs of its
 * answers.
 */
export class GuideValues {
  readonly #now = new Map<string, string>();
  readonly #writtenUrl: string;
  readonly #url: string;

  /** `writtenUrl` is the service's address in the guides, `url` the one it has now. */
  constructor(writtenUrl: string, url: string) {
    this.#writtenUrl = writtenUrl;
    this.#url = url;
  }

  /** The text of a block with the values of now. */
  replaceIn(text: string): string {
    let replaced = text;
    const longestFirst = [...this.#now].sort(([a], [b]) => b.length - a.length);
    for (const [written, now] of longestFirst) replaced = replaced.replaceAll(written, now);
    return this.#writtenUrl === '' ? replaced : replaced.replaceAll(this.#writtenUrl, this.#url);
  }

  /** Returns whether `now` may stand where the guide has `written`. What changes names is remembered. */
  accept(written: string, now: string): boolean {
    const asWritten = this.#url === '' ? written : written.replaceAll(this.#url, this.#writtenUrl);
    const known = this.#now.get(asWritten);
    if (written === now || known === now) return true;
    const kind = kindOf(written);
    if (kind === 'text' || kindOf(now) !== kind) return false;
    // Instants that are the same in the guide needn't be the same now; ids have to.
    if (known !== undefined) return kind !== 'UUID';
    this.#now.set(asWritten, now);
    return true;
  }
}

/**
 * Returns the differences between a response and its guide, as lines. Fields and values must be the same, except for
 * those that differ from run to run; with `shortened` the guide leaves out fields and the ends of lists.
 */
export function differences(written: Json, now: Json, shortened: boolean, values: GuideValues, at = ''): string[] {
  const unequal = () => [
    `${at || '/'}: the guide says ${JSON.stringify(written)}, the answer is ${JSON.stringify(now)}`,
  ];
  if (typeof written === 'string') return typeof now === 'string' && values.accept(written, now) ? [] : unequal();
  if (typeof written === 'number' && typeof now === 'number')
    return written === now || MEASURED.test(at) ? [] : unequal();
  if (Array.isArray(written)) {
    if (!Array.isArray(now) || now.length < written.length) return unequal();
    if (!shortened && now.length !== written.length) return unequal();
    return written.flatMap((item, index) => differences(item, now[index], shortened, values, `${at}/${index}`));
  }
  if (typeof written === 'object' && written !== null) {
    if (typeof now !== 'object' || now === null || Array.isArray(now)) return unequal();
    const answer = now as Record<string, Json>;
    const more = shortened ? [] : Object.keys(answer).filter((key) => !(key in written));
    return [
      ...more.map((key) => `${at}/${key}: the guide leaves it out, the answer has ${JSON.stringify(answer[key])}`),
      ...Object.entries(written).flatMap(([key, value]) =>
        key in answer
          ? differences(value, answer[key], shortened, values, `${at}/${key}`)
          : [`${at}/${key}: the answer has no such field`],
      ),
    ];
  }
  return written === now ? [] : unequal();
}
