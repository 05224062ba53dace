import { findChatConversation } from '../../db/conversations/with-agent.js';
import { MAX_TEXT } from '../../domain/widget/config.js';
import { cleanText, keptPage } from '../../domain/widget/visitor-text.js';
import { secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { BodyOf } from '../../schemas/contract.js';
import type { Choice } from '../../schemas/conversations/messages.js';
import { sendChatTurnContract } from '../../schemas/widget/chat.js';
import {
  answeredBefore,
  answeredByModel,
  type ChatInput,
  type ReceiveResult,
} from '../../services/conversations/receive.js';
import { takeWidgetTurn } from '../../services/widget/chat.js';
import { NOT_SIGNED, provenUser } from '../../services/widget/visitors.js';
import { identitySecretOf } from '../../services/widget/widgets.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { paid } from './paid.js';
import { type ChatTools, countVisitor, readSession, siteOf } from './visitor.js';

type Body = BodyOf<typeof sendChatTurnContract>;

/** A model that takes longer is waited for by asking again: requests that wait keep others from being answered. */
const MODEL_WAIT_MS = 1_500;
const POLL_MS = {
  pending: 1_000,
  handoff: 3_000,
  /** No reply is due, but a person can write first. */
  answered: 15_000,
};

export const sendChatTurnRoute = (deps: ApiDependencies, tools: ChatTools) => {
  const box = createSecretBox(secretsOf(deps.config));
  /** The turns that are being taken: a copy that arrives during that time waits for the answer instead of paying again. */
  const inProgress = new Map<string, Promise<unknown>>();
  return route(sendChatTurnContract).handle(async (input) => {
    const { body, now, db } = input;
    const session = readSession(tools, input, body);
    const { widget, address } = siteOf(input);
    const visitorInput = inputOf(body);
    const token = tools.tokens.endsSoon(session.token, now) ? tools.tokens.sign(session, now) : null;
    const find = () => findChatConversation(db, widget.account_id, session.sessionId, visitorInput.turnId);
    const conversation = await find();
    const answerOf = async (at: typeof conversation) => at && answeredBefore(db, at, visitorInput);
    const known = await answerOf(conversation);
    // Before any check that may reject it, because a client that received no answer repeats the turn.
    if (known) return answer(body, known, token);
    countVisitor(tools, input, session.sessionId);
    if (!widget.is_active) throw new ApiError('WIDGET_NOT_READY');
    const user = body.user && provenUser(identitySecretOf(widget, box), body.user);
    if (body.user && !user) throw refusal('/user/hash', NOT_SIGNED);
    const turnKey = `${session.sessionId}/${visitorInput.turnId}`;
    const earlier = inProgress.get(turnKey);
    if (earlier) {
      await earlier.catch(() => undefined);
      const taken = await answerOf(await find());
      if (taken) return answer(body, taken, token);
    }
    const payment = { widget, session, address, purpose: 'turn' as const, pow: body.pow };
    const taking = paid(deps, tools, payment, input, (work) =>
      takeWidgetTurn(work, {
        widget,
        conversation,
        sessionId: session.sessionId,
        input: visitorInput,
        user,
        ...pageDataOf(body),
      }),
    );
    inProgress.set(turnKey, taking);
    const received = await taking
      .catch(async (error) => {
        // The same turn, sent to another process at the same time, may have used the proof.
        const taken = isReplayed(error) && (await answerOf(await find()));
        if (taken) return taken;
        throw error;
      })
      .finally(() => {
        if (inProgress.get(turnKey) === taking) inProgress.delete(turnKey);
      });
    if (!received) throw new ApiError('WIDGET_NOT_READY');
    if (received.outcome !== 'pending' || received.thinksIn === null) return answer(body, received, token);
    const waitsFor = { conversationId: received.thinksIn, turnId: visitorInput.turnId };
    const isAnswered = await tools.answers.isAnswered(waitsFor.conversationId, MODEL_WAIT_MS);
    return answer(body, (isAnswered && (await answeredByModel(db, find, waitsFor))) || received, token);
  });
};

/** Returns what a visitor says or picks. Throws the 400 for neither, or both. */
function inputOf({ turn_id, text, action }: Body): ChatInput {
  const turnId = turn_id.toLowerCase();
  if ((text === undefined) === (action === undefined)) throw refusal('/text', 'Specify either text or action.');
  if (action) return { turnId, text: null, choice: choiceOf(action) };
  const clean = cleanText(text ?? '');
  if (clean === undefined) throw refusal('/text', `The text must have 1 to ${MAX_TEXT} characters.`);
  return { turnId, text: clean, choice: null };
}

/** Returns what was picked; of a form what was filled in. Throws the 400 where that is nothing. */
function choiceOf(action: Choice): Choice {
  if (action.type !== 'form') return action;
  const filled = Object.entries(action.fields).map(([key, text]) => [key, cleanText(text)] as const);
  const fields = Object.fromEntries(filled.flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])));
  if (Object.keys(fields).length === 0) throw refusal('/action/fields', 'The form is empty.');
  return { type: 'form', fields };
}

/** Returns the page's data in addition to the turn. */
const pageDataOf = ({ locale, page, client_prompt, opening_message_shown }: Body) => ({
  locale: locale ?? null,
  page: keptPage(page),
  clientPrompt: client_prompt ?? null,
  openingMessage: opening_message_shown ?? null,
});

function answer({ turn_id }: Body, received: ReceiveResult, sessionToken: string | null) {
  if (received.outcome === 'reused') throw new ApiError('IDEMPOTENCY_KEY_REUSED', { body: { replayed: false } });
  const { outcome: status, messages, done, leadId } = received;
  const poll = done ? null : POLL_MS[status];
  return {
    status: 200 as const,
    body: {
      success: true as const,
      turn_id,
      status,
      messages,
      done,
      lead_id: leadId,
      session_token: sessionToken,
      poll_after_ms: poll,
    },
  };
}

const isReplayed = (error: unknown) => error instanceof ApiError && error.code === 'POW_REPLAYED';

const refusal = (field: string, message: string) => new ApiError('VALIDATION_ERROR', { message, field });
