import type { Db } from '../../db/connection.js';
import { findUnsubscribing } from '../../db/leads/find-lead.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { showUnsubscribeContract, unsubscribeLeadContract } from '../../schemas/leads/unsubscribe.js';
import { unsubscribe } from '../../services/leads/unsubscribe.js';
import { findLeadReader } from '../../services/messages/lead-reader.js';
import { createUnsubscribeLinks } from '../../services/messages/mail-links.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { browserReader } from './browser-reader.js';
import { askPage, donePage, PAGE_HEADERS, unknownPage } from './unsubscribe-page.js';

const answer = <Status extends 200 | 404>(status: Status, body: string) => ({ status, body, headers: PAGE_HEADERS });

/**
 * Returns a reader for tokens, with the data of the page. It returns undefined for an invalid token or a deleted lead.
 */
function targetReader({ config }: ApiDependencies) {
  const links = createUnsubscribeLinks(secretsOf(config), publicUrl(config));
  return async (db: Db, token: string, now: Date) => {
    const target = links.read(token, now);
    const lead = target && (await findUnsubscribing(db, target.accountId, target.leadId));
    if (!lead) return undefined;
    return { ...target, ...lead, reader: await findLeadReader(db, { id: target.leadId, metadata: lead.metadata }) };
  };
}

export const showUnsubscribeRoute = (deps: ApiDependencies) => {
  const read = targetReader(deps);
  return route(showUnsubscribeContract).handle(async ({ params, db, now, req }) => {
    const target = await read(db, params.token, now);
    const { language } = target?.reader ?? browserReader(req);
    return target ? answer(200, askPage(language, target)) : answer(404, unknownPage(language));
  });
};

/** Serves the button and the one click of mail programs alike; what the body says doesn't matter. */
export const unsubscribeLeadRoute = (deps: ApiDependencies) => {
  const read = targetReader(deps);
  return route(unsubscribeLeadContract).handle(async ({ work, params, db, now, req }) => {
    const target = await read(db, params.token, now);
    const { language } = target?.reader ?? browserReader(req);
    const lead = target && (await unsubscribe(work, { accountId: target.accountId, leadId: target.leadId }));
    return lead ? answer(200, donePage(language, target)) : answer(404, unknownPage(language));
  });
};
