import { allHandlersFinished, condition, continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { calendar, messaging } from './activity-profiles.js';
import type { BookingInput, BookingResult, CalendarSyncInput } from './booking.protocol.js';
import type { TimerPlan } from './timer.protocol.js';
import { listenForWakes, wait } from './wait.js';

/**
 * Does what follows a booking: the host's calendar, the invitation and its updates, reminders, what follows a no-show.
 * Started by the booking's transaction and woken by each change; the database decides what is due, this workflow keeps
 * the time. Ends when nothing is left to do. Id: `booking/<hash of account and key>` or `booking/<meeting_id>`.
 */
export async function bookingWorkflow(input: BookingInput): Promise<BookingResult> {
  const wakes = listenForWakes(input.plan);
  let plan: TimerPlan | undefined = input.plan;
  for (;;) {
    if (plan) await wait(plan, wakes.pending);
    const summary = wakes.take() ? 'look again, woken' : (plan?.action ?? 'look at the meeting');
    const step = await messaging.advanceBooking.executeWithOptions({ summary }, [{ meetingId: input.meetingId }]);
    if (step.closed) {
      setCurrentDetails(step.details);
      // A change that came in while the last look ended must still be seen.
      if (!wakes.pending()) return { outcome: step.outcome };
    }
    plan = step.closed ? undefined : step.plan;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof bookingWorkflow>({
        meetingId: input.meetingId,
        ...(plan && !wakes.pending() ? { plan } : {}),
      });
    }
  }
}

/**
 * Mirrors a host's own calendar into the database every few minutes, and at once when its settings change. Ends when
 * the host has no calendar any more. Id: `calendar-sync/<host_id>`.
 */
export async function calendarSyncWorkflow(input: CalendarSyncInput): Promise<void> {
  const wakes = listenForWakes(input.plan);
  let plan: TimerPlan | undefined = input.plan;
  for (;;) {
    if (plan) await wait(plan, wakes.pending);
    wakes.take();
    const step = await calendar.syncCalendar.executeWithOptions({ summary: 'mirror the calendar' }, [
      { hostId: input.hostId },
    ]);
    if (step.closed && !wakes.pending()) return;
    plan = step.closed ? undefined : step.plan;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof calendarSyncWorkflow>({
        hostId: input.hostId,
        ...(plan && !wakes.pending() ? { plan } : {}),
      });
    }
  }
}
