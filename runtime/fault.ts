/** A place in our own code, as a stack names it: the folder and file below the root, and the line. */
const PLACE =
  /\/((?:activities|db|domain|functions|providers|runtime|schemas|services|temporal|worker)\/[\w./-]{1,200}\.[jt]s:\d{1,9}):\d{1,9}\)?$/;

/**
 * Says what failed in words that hold nothing of the rows it failed on, which an error's own text may quote: its kind,
 * and where it was thrown, as "TypeError at domain/time/windows.js:12".
 */
export function faultOf(error: unknown): string {
  const { code, name, message, stack } = (error ?? {}) as Partial<Error> & { code?: unknown };
  const kind = String(code ?? name ?? 'Error').slice(0, 64);
  // Only the part after the message, which may look like a location.
  const frames = stack?.slice(stack.indexOf(message ?? '') + (message?.length ?? 0)).split('\n') ?? [];
  const place = frames.map((frame) => PLACE.exec(frame)?.[1]).find((found) => found !== undefined);
  return place === undefined ? kind : `${kind} at ${place}`.slice(0, 200);
}
