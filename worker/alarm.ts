import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a pause early. A ring outside of a pause ends the next one, so none is missed by who works in between. */
export class Alarm {
  #isRinging = false;
  #end = () => {};

  ring(): void {
    this.#isRinging = true;
    this.#end();
  }

  /** Pauses for so many milliseconds, until the alarm rings or the signal aborts. */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRinging) {
      const early = new AbortController();
      this.#end = () => early.abort();
      await sleep(ms, undefined, { signal: AbortSignal.any([signal, early.signal]) }).catch(() => undefined);
    }
    this.#isRinging = false;
  }
}
