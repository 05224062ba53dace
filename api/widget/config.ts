import { findAgent, findDefinition } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import type { WidgetRow } from '../../db/tables.js';
import { readVisitorChat } from '../../db/widget/chat-messages.js';
import { allowsOrigin } from '../../domain/widget/allowed-domains.js';
import { configOf, localeOf } from '../../domain/widget/config.js';
import { publicUrl } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { AnswerOf } from '../../schemas/contract.js';
import {
  getChatConfigContract,
  getFrameConfigContract,
  SESSION_HEADER,
  TICKET_HEADER,
} from '../../schemas/widget/chat.js';
import { toMessage } from '../../services/conversations/to-message.js';
import { ANY_FRAME, type WidgetSession } from '../../services/widget/sessions.js';
import { settingsOf } from '../../services/widget/widgets.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { type RouteInput, route, type Site } from '../http/route.js';
import { framePath } from './frame.js';
import { assertSamePage, type ChatTools, countVisitor, siteOf } from './visitor.js';

type Input = Pick<RouteInput<typeof getFrameConfigContract>, 'db' | 'site' | 'query' | 'req' | 'res' | 'now'>;
type Config = AnswerOf<typeof getFrameConfigContract>;
/** The transport and origin of a session. */
type Page = Pick<WidgetSession, 'transport' | 'origin'>;

export const getChatConfigRoute = ({ config }: ApiDependencies, tools: ChatTools) =>
  route(getChatConfigContract).handle(async (input) => {
    const site = siteOf(input);
    const { origin } = site;
    if (origin === undefined || !allowsOrigin(site.domains, origin)) throw new ApiError('ORIGIN_NOT_ALLOWED');
    countVisitor(tools, input, site.address);
    if (input.query.transport !== 'frame') return answer(input, tools, { transport: 'page', origin });
    const { body, ...rest } = await answer(input, tools, undefined);
    const { public_key, key_id } = site.widget;
    const frame = {
      url: `${publicUrl(config)}${framePath(public_key ?? '')}`,
      ticket: tools.tokens.signTicket(key_id, origin, input.now),
    };
    return { ...rest, body: { ...body, frame } };
  });

export const getFrameConfigRoute = (_deps: ApiDependencies, tools: ChatTools) =>
  route(getFrameConfigContract).handle(async (input) => {
    const site = siteOf(input);
    // A request from a page of another site isn't from the service's frame.
    if (site.origin !== undefined && !site.isOwn) throw new ApiError('ORIGIN_NOT_ALLOWED');
    countVisitor(tools, input, site.address);
    const origin = embedderOf(input, site, tools);
    return answer(input, tools, { transport: 'frame', origin });
  });

/** Returns the origin of the page that embeds a frame. Throws the 403 where the list doesn't have it. */
function embedderOf({ req, now }: Input, { widget, domains }: Site, { tokens }: ChatTools): string {
  const ticket = req.get(TICKET_HEADER);
  const origin = ticket === undefined ? ANY_FRAME : tokens.readTicket(ticket, widget.key_id, now);
  if (origin === undefined)
    throw new ApiError('ORIGIN_NOT_ALLOWED', {
      message: 'The ticket is invalid for this widget, or more than a minute old.',
    });
  if (origin === ANY_FRAME ? domains.length === 0 : !allowsOrigin(domains, origin))
    throw new ApiError('ORIGIN_NOT_ALLOWED');
  return origin;
}

/** Returns what the widget shows, with a session of the page; without a page, with none. */
async function answer(input: Input, { tokens }: ChatTools, page: Page | undefined): Promise<Config> {
  const { db, query, now } = input;
  const { widget } = siteOf(input);
  const definition = await publishedDefinition(db, widget);
  const settings = settingsOf(widget);
  const session = page && (resumed(input, tokens, page) ?? startSession(widget, page, now));
  const chat = session?.resumed
    ? await readVisitorChat(db, widget.account_id, session.sessionId, undefined)
    : undefined;
  return {
    status: 200,
    body: {
      success: true,
      config: configOf(widget.id, settings, definition, localeOf(settings, query.locale), now),
      session_id: session?.sessionId ?? null,
      session_token: session ? tokens.sign(session, now) : null,
      resumed: session?.resumed ?? false,
      history: chat?.messages.map(toMessage) ?? [],
      done: chat?.conversation.status === 'closed',
      config_version: widget.version,
    },
  };
}

type StartedSession = WidgetSession & { resumed: boolean };

const startSession = ({ key_id: keyId }: WidgetRow, page: Page, now: Date): StartedSession => ({
  keyId,
  sessionId: newId(),
  ...page,
  since: now.toISOString(),
  resumed: false,
});

/** Returns the session whose token a request brings along, if it does. Throws the 401 for one that isn't of this page. */
function resumed(input: Input, tokens: ChatTools['tokens'], page: Page): StartedSession | undefined {
  const token = input.req.get(SESSION_HEADER);
  if (token === undefined) return undefined;
  const result = tokens.readForResume(token, input.now);
  if (!result.ok) throw new ApiError(result.reason === 'expired' ? 'SESSION_EXPIRED' : 'INVALID_SESSION');
  const { session } = result;
  const isOurs = session.keyId === siteOf(input).widget.key_id && session.transport === page.transport;
  if (!isOurs || session.origin !== page.origin) throw new ApiError('INVALID_SESSION');
  assertSamePage(session, siteOf(input));
  return { ...session, resumed: true };
}

/** Returns the definition of the widget's agent. Throws the 409 if neither an agent nor a person can answer. */
async function publishedDefinition(db: Db, widget: WidgetRow): Promise<AgentDefinition> {
  const agent = widget.is_active ? await findAgent(db, widget.account_id, widget.agent_id) : undefined;
  const definition =
    agent?.is_active && !agent.paused && agent.version > 0
      ? await findDefinition(db, agent.id, agent.version)
      : undefined;
  if (!definition) throw new ApiError('WIDGET_NOT_READY');
  return definition;
}
