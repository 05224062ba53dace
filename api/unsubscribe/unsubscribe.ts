import type { Db } from '../../db/connection.js';
import { findUnsubscribing } from '../../db/inbound-leads.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { showUnsubscribe, unsubscribeLead } from '../../schemas/unsubscribe.js';
import { createUnsubscribeLinks, unsubscribe } from '../../services/unsubscribe.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../route.js';
import { askPage, donePage, PAGE_HEADERS, unknownPage } from './page.js';

const answer = <Status extends 200 | 404>(status: Status, body: string) => ({ status, body, headers: PAGE_HEADERS });

/** Whom a token is for, with what the page shows; undefined for a wrong token or a lead that is gone. */
function targetReader({ config }: ApiDependencies) {
  const links = createUnsubscribeLinks(secretsOf(config), publicUrl(config));
  return async (db: Db, token: string, now: Date) => {
    const target = links.read(token, now);
    const lead = target && (await findUnsubscribing(db, target.accountId, target.leadId));
    return lead && { ...target, ...lead };
  };
}

export const showUnsubscribeRoute = (deps: ApiDependencies) => {
  const read = targetReader(deps);
  return route(showUnsubscribe).handle(async ({ params, db, now }) => {
    const target = await read(db, params.token, now);
    return target ? answer(200, askPage(target.accountName, target.email)) : answer(404, unknownPage());
  });
};

/** The button and the one click of mail programs alike; what the body says doesn't matter. */
export const unsubscribeLeadRoute = (deps: ApiDependencies) => {
  const read = targetReader(deps);
  return route(unsubscribeLead).handle(async ({ params, db, now }) => {
    const target = await read(db, params.token, now);
    const lead = target && (await unsubscribe(db, now, { accountId: target.accountId, leadId: target.leadId }));
    return lead ? answer(200, donePage(target.accountName)) : answer(404, unknownPage());
  });
};
