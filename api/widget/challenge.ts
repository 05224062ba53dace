import { getPowChallengeContract } from '../../schemas/widget/chat.js';
import { settingsOf } from '../../services/widget/widgets.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { type ChatTools, sessionOf, siteOf } from './visitor.js';

export const getPowChallengeRoute = (_deps: ApiDependencies, tools: ChatTools) =>
  route(getPowChallengeContract).handle(async (input) => {
    const { query, now } = input;
    const { keyId, sessionId } = sessionOf(tools, input, { session_id: query.session_id });
    const { widget, address } = siteOf(input);
    // The difficulty depends on the visitor's IP address, never on the session alone. Otherwise a stranger could raise
    // it for another visitor.
    const difficulty = {
      base: settingsOf(widget).pow.base_number,
      doublings: tools.limits.doublings(keyId, address, now),
    };
    const challenge = tools.proofs.challenge({ keyId, sessionId, purpose: query.purpose }, difficulty, now);
    return { status: 200, body: { success: true, challenge } };
  });
