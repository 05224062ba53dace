import type { Job } from '../../../schemas/jobs/background-jobs.js';
import { NextTimes } from '../../components/schedule/next-times.js';
import { scheduleInWords } from '../../components/schedule/trigger-in-words.js';
import * as labels from '../../words/en/job.js';
import { useJobPreview } from './job-preview.js';

/** The schedule of a job as it is typed, saved or not, and when it would come. */
export function NextRuns({ job }: { job: Job }) {
  const { data } = useJobPreview(job);
  if (!data) return null;
  const { cron_in_words, next_runs } = data.data;
  if (next_runs.length === 0) return <p className="faint">{labels.thisScheduleNeverRuns}</p>;
  const words = scheduleInWords({ cron_expression: job.cron_expression, cron_in_words });
  return <NextTimes words={words} zone={job.timezone} times={next_runs} isOn={job.is_active} />;
}
