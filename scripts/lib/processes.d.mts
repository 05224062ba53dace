/** A process as it is written down: the start tells it from a later one with the same id. */
export interface ProcessRecord {
  pid: number;
  started: string;
}

export function describeProcess(pid: number): ProcessRecord;

/** Tells whether a process that was written down still runs. */
export function stillRuns(record: ProcessRecord | undefined): boolean;

/** Asks a process to end and, when it hasn't after `graceMs`, kills it. Answers whether it went by itself. */
export function stopProcess(record: ProcessRecord, graceMs: number): Promise<boolean>;
