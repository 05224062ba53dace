import { allowsOrigin } from '../../domain/widget/allowed-domains.js';
import { secretsOf } from '../../runtime/config.js';
import type { Contract } from '../../schemas/contract.js';
import { SESSION_HEADER } from '../../schemas/widget/chat.js';
import { type AnswerWatch, createAnswerWatch } from '../../services/conversations/await-answer.js';
import { createProofs, type Proofs } from '../../services/widget/proofs.js';
import {
  ANY_FRAME,
  createWidgetTokens,
  type WidgetSession,
  type WidgetTokens,
} from '../../services/widget/sessions.js';
import { createTurnLimits, type TurnLimits } from '../../services/widget/turn-limits.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertWithin } from '../http/auth/authenticate.js';
import { ApiError } from '../http/errors.js';
import { MAX_ANONYMOUS } from '../http/request/shed-load.js';
import type { RouteInput, Site } from '../http/route.js';
import { createVisitorLimits, type VisitorLimits } from './visitor-limits.js';

/** The dependencies of the chat's routes in addition to those of all routes. */
export interface ChatTools {
  tokens: WidgetTokens;
  proofs: Proofs;
  limits: VisitorLimits;
  turns: TurnLimits;
  answers: AnswerWatch;
}

/** Makes the tools of the chat's routes, which they share. */
export function createChatTools({ config, db }: ApiDependencies): ChatTools {
  const secrets = secretsOf(config);
  const tokens = createWidgetTokens(secrets);
  return {
    tokens,
    proofs: createProofs(secrets),
    limits: createVisitorLimits(),
    turns: createTurnLimits(db),
    answers: createAnswerWatch(db, MAX_ANONYMOUS / 2),
  };
}

type Input = Pick<RouteInput<Contract>, 'site' | 'req' | 'res' | 'now'>;

/** Returns the page that calls; routes of widgets have one. */
export function siteOf({ site }: Pick<Input, 'site'>): Site {
  if (!site) throw new Error("The route isn't a widget route.");
  return site;
}

/** Counts a request for the visitor's session or address. Throws the 429. */
export function countVisitor({ limits }: ChatTools, input: Input, visitor: string): void {
  assertWithin(input.res, limits.count(siteOf(input).widget.key_id, visitor, input.now));
}

interface ShownSession {
  session_id?: string | undefined;
  session_token?: string | undefined;
}

/** Returns the session that a request shows, and counts the request for it. */
export function sessionOf(tools: ChatTools, input: Input, given: ShownSession): WidgetSession & { token: string } {
  const session = readSession(tools, input, given);
  countVisitor(tools, input, session.sessionId);
  return session;
}

/**
 * Returns the session that a request shows in its header, or in the body's `session_token`. Throws the 401 for one of
 * another key, page or visitor, or one that has ended, and the 403 where its page is no longer on the list.
 */
export function readSession(tools: ChatTools, input: Input, given: ShownSession): WidgetSession & { token: string } {
  const token = input.req.get(SESSION_HEADER) ?? given.session_token;
  if (!token) throw new ApiError('INVALID_SESSION', { message: `Send the session token in ${SESSION_HEADER}.` });
  const result = tools.tokens.read(token, input.now);
  if (!result.ok) throw new ApiError(result.reason === 'expired' ? 'SESSION_EXPIRED' : 'INVALID_SESSION');
  const { session } = result;
  const site = siteOf(input);
  if (session.keyId !== site.widget.key_id || session.sessionId !== given.session_id?.toLowerCase())
    throw new ApiError('INVALID_SESSION');
  assertSamePage(session, site);
  return { ...session, token };
}

/** Throws where a session is used from another page than its own, or from one that is not on the list any more. */
export function assertSamePage({ transport, origin }: WidgetSession, site: Site): void {
  if (transport === 'page') {
    if (site.origin === undefined) throw new ApiError('ORIGIN_NOT_ALLOWED');
    if (site.origin !== origin) throw new ApiError('INVALID_SESSION');
  } else if (site.origin !== undefined && !site.isOwn) throw new ApiError('INVALID_SESSION');
  if (!mayEmbed(site.domains, origin)) throw new ApiError('ORIGIN_NOT_ALLOWED');
}

/** Returns whether a page may show the widget. Of a bare frame only its guard knows the page, so any list may. */
const mayEmbed = (domains: readonly string[], origin: string): boolean =>
  origin === ANY_FRAME ? domains.length > 0 : allowsOrigin(domains, origin);
