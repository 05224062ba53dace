/** The cadence engine: what runs, the API and simulations decide with. All of it is pure. */
export { afterCall, afterSend, type SendResult, settleUnknown } from './cadence/after-send.js';
export { checkContents, checkDefinition, definitionWarnings } from './cadence/check.js';
export { completeDefinition, DEFAULT_STATUSES, type DefinitionRequest, patchDefinition } from './cadence/complete.js';
export { type DecideOptions, decide } from './cadence/decide.js';
export type { Decision, SendDecision, SkipReason, StepContent } from './cadence/decision.js';
export { type EnrollOptions, enroll } from './cadence/enroll.js';
export { type CadenceEvent, type ExitRule, exitRuleFor } from './cadence/exit-rules.js';
export { NO_USAGE, type SenderUsage, type Usage } from './cadence/limits.js';
export {
  channelOff,
  gotoStep,
  holdCadence,
  pauseCadence,
  restartCadence,
  resumeCadence,
  shiftCadence,
  skipStep,
} from './cadence/pause.js';
export { type CadencePlan, nextPlan } from './cadence/plan.js';
export {
  type AssumedEvent,
  type Simulation,
  type SimulationOptions,
  simulate,
  type TimelineItem,
} from './cadence/simulate.js';
export type { CadenceState } from './cadence/state.js';
export { channelOf, channelsUsed, isSending, stepByKey, stepIndex } from './cadence/steps.js';
export { wantedEvents } from './cadence/triggers.js';
