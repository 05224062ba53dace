/** The number of leads in one piece, which is one transaction. An activity does several. */
export const LEADS_AT_ONCE = 50;

/** The progress of a cycle. It has only counts, so that it can be in a run's history. */
export interface CycleProgress {
  finished: boolean;
  cycleId: string | null;
  status: string;
  /** Leads it claimed, and those of them that are done. */
  claimed: number;
  done: number;
  counts: Record<string, number>;
  /** The time when the next delayed effect is due (ISO); the cycle itself has ended then. */
  nextAt: string | null;
}

/** The input of a cycle's activities. */
export interface CyclePiece {
  jobId: string;
  cycleId: string | null;
  /** The time that the schedule meant (ISO), for cycles it starts. */
  nominalAt: string | null;
  /** The id of the workflow that asks. */
  workflowId: string;
  progress: CycleProgress | null;
}

/** Returns what the next pieces of work are about, shown on their activity. */
export function nextLeads(progress: CycleProgress | undefined): string {
  if (!progress) return 'claim leads and work the first ones';
  if (progress.finished) return 'do what was put off';
  return `leads ${progress.done + 1} to ${progress.claimed}`;
}

/** Writes the progress as a Markdown table, shown as the run's current details. */
export function cycleTable(progress: CycleProgress): string {
  const cells: [string, string | number][] = [
    ['status', progress.status],
    ['leads', `${progress.done} of ${progress.claimed}`],
    ...Object.entries(progress.counts),
  ];
  return ['| | |', '|---|---|', ...cells.map(([name, value]) => `| ${name.replaceAll('_', ' ')} | ${value} |`)].join(
    '\n',
  );
}
