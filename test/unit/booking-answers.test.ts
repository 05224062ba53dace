import { describe, expect, it } from '@jest/globals';
import { answerTo } from '../../domain/agent/choose-slot.js';
import { gate } from '../../domain/agent/gate.js';
import { scriptedStep } from '../../domain/agent/scripted.js';
import { NO_MEMORY, type Step, type TurnInput } from '../../domain/agent/turn-input.js';
import { LANGUAGES } from '../../schemas/agents/talking.js';
import { BOOKING_ANSWERS } from '../support/booking-answers/index.js';
import { ASKED, bookingTurn, OFFERS, SHOWN } from '../support/booking-turn-fixture.js';

const bookedBy = (step: Step): string[] =>
  step.kind === 'tools' ? step.calls.flatMap((call) => (call.tool === 'book_meeting' ? [call.slot_id] : [])) : [];
/** The slots that an agent may book after what was said. */
const letThrough = (turnInput: TurnInput): string[] =>
  OFFERS.map(({ slotId }) => slotId).filter((slot_id) => gate({ tool: 'book_meeting', slot_id }, turnInput).ok);
/** The slots that a lead is asked about. */
const asksBack = (turnInput: TurnInput): string[] => {
  const answer = answerTo(turnInput);
  return answer.kind === 'unsure' ? answer.offers.map(({ slotId }) => slotId) : [];
};

describe.each(LANGUAGES)('answers to times on offer (%s)', (language) => {
  const { picks, yes, no } = BOOKING_ANSWERS[language];

  it('book nothing where they refuse, ask or doubt, for no agent', () => {
    const booked = [SHOWN, ASKED, NO_MEMORY].flatMap((memory) =>
      no.filter((text) => {
        const turnInput = bookingTurn(text, language, { memory });
        return bookedBy(scriptedStep(turnInput)).length + letThrough(turnInput).length > 0;
      }),
    );
    expect(booked).toEqual([]);
  });

  it('book nothing where a refusal follows a choice', () => {
    const booked = no.filter((text) => letThrough(bookingTurn([picks[0]![0], text], language)).length > 0);
    expect(booked).toEqual([]);
  });

  it('book what is accepted, or ask back about just that', () => {
    const missed = picks.filter(([text, slot]) => {
      const turnInput = bookingTurn(text, language);
      const chosen = letThrough(turnInput);
      expect(bookedBy(scriptedStep(turnInput))).toEqual(chosen);
      return chosen.length > 0 ? chosen.join() !== slot : !asksBack(turnInput).includes(slot);
    });
    expect(missed).toEqual([]);
  });

  it('book the time that the agent asked about, and say which of several', () => {
    const missed = yes.filter((text) => letThrough(bookingTurn(text, language, { memory: ASKED })).join() !== 'a');
    expect(missed).toEqual([]);
    const booked = yes.filter((text) => letThrough(bookingTurn(text, language)).length > 0);
    expect(booked.filter((text) => asksBack(bookingTurn(text, language)).length === 0)).toEqual([]);
  });
});
