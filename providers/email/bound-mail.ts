/** A mail whose parsing takes bounded work. */
export interface BoundedMail {
  raw: Buffer;
  /** True if the end of the mail is missing. */
  isCut: boolean;
}

/**
 * A mail of 5 MiB in lines of 76 characters has 70,000 lines. The parser keeps each line of a part as a piece of its
 * own, which takes a hundred times as long as its bytes do.
 */
const MAX_LINES = 80_000;
/** Shorter lines than a text has on average. They count more, since they cost as much as others and hold less. */
const SHORT_LINE = 32;
const SHORT_LINE_WEIGHT = 4;
/** Each line that begins with two dashes may start a part. */
const MAX_BOUNDARY_LINES = 500;
/** Padding ends a piece of base64, wherever it is. */
const MAX_PADDINGS = 100_000;

const [LINE_FEED, CARRIAGE_RETURN, DASH, EQUALS] = [0x0a, 0x0d, 0x2d, 0x3d];
const ENCODING = 'content-transfer-encoding';
/** An encoding that is surely not base64. Comments and folded lines may hide the word in a header. */
const OTHER_ENCODING = /^[^:]{25,30}:[ \t]{0,9}"?(quoted-printable|7bit|8bit|binary)"?[ \t]{0,9}\r?$/i;

/**
 * Cuts a mail where its lines, parts and paddings pass what a real mail has, in one pass over its bytes. What is cut
 * stays in the mailbox.
 */
export function boundMail(raw: Buffer): BoundedMail {
  let [lines, boundaryLines, paddings] = [0, 0, 0];
  let mayBeBase64 = false;
  for (let start = 0; start < raw.length; ) {
    const feed = raw.indexOf(LINE_FEED, start);
    const end = feed < 0 ? raw.length : feed;
    lines += end - start < SHORT_LINE ? SHORT_LINE_WEIGHT : 1;
    if (raw[start] === DASH && raw[start + 1] === DASH) boundaryLines += 1;
    mayBeBase64 ||= namesBase64(raw, start, end);
    if (mayBeBase64) paddings += paddingsWithin(raw, start, end, MAX_PADDINGS - paddings);
    if (lines > MAX_LINES || boundaryLines > MAX_BOUNDARY_LINES || paddings > MAX_PADDINGS) {
      return { raw: raw.subarray(0, start), isCut: true };
    }
    start = end + 1;
  }
  return { raw, isCut: false };
}

function namesBase64(raw: Buffer, start: number, end: number): boolean {
  // C or c: nearly all lines are ruled out here.
  if (((raw[start] ?? 0) | 0x20) !== 0x63) return false;
  const head = raw.toString('latin1', start, Math.min(end, start + 100));
  return head.toLowerCase().startsWith(ENCODING) && !OTHER_ENCODING.test(head);
}

/** Counts the paddings of a line before its end, and stops behind the given number. */
function paddingsWithin(raw: Buffer, start: number, end: number, most: number): number {
  const line = raw.subarray(start, end);
  let found = 0;
  for (let at = line.indexOf(EQUALS); at >= 0 && found <= most; at = line.indexOf(EQUALS, at + 1)) {
    const next = line[at + 1];
    if (next !== undefined && next !== CARRIAGE_RETURN && next !== EQUALS) found += 1;
  }
  return found;
}
