/** Milliseconds that the processor works for this process meanwhile, so that what else a machine does adds nothing. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}
