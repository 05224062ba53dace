/** Returns the CPU time of this process in milliseconds, so that other load on the machine adds nothing. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}

/** Microseconds that the processor works for this thread until something has ended. A refusal counts like a result. */
export async function threadCpuMicros(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await work();
  } catch {
    // A refusal takes its time too.
  }
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
