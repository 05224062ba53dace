import { pauseRun, resumeRun } from '../../agent-runs/pause-resume.js';
import { type ApplyToRun, DONE, SOURCE_NAMES } from '../effect.js';

/** Pauses the lead's run for a person. */
export const applyStopAutomation: ApplyToRun<'stop_automation'> = async (work, { run }, { params }, source) => {
  await pauseRun(work, run.row, {
    reason: params.reason ?? `Stopped by ${source.kind === 'cadence' ? 'the' : 'a'} ${SOURCE_NAMES[source.kind]}.`,
    by: 'rule',
    humanTakeover: true,
    autoResumeAt: params.auto_resume_at === null ? null : new Date(params.auto_resume_at),
    origin: source.origin,
  });
  return DONE;
};

/** Gives the lead's run back to its agent. */
export const applyResumeAutomation: ApplyToRun<'resume_automation'> = async (work, { run }, { params }, { origin }) => {
  const resumed = await resumeRun(work, run.row, run.definition, {
    resumeCadence: params.resume_cadence,
    policy: params.resume_policy,
    origin,
  });
  return resumed ? DONE : { skipped: "The automation wasn't paused." };
};
