export { bookingWorkflowId } from '../domain/flow/ids.js';

/** Which meeting to look after; the rows tell the rest. */
export interface BookingInput {
  meetingId: string;
}
