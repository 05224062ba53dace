import type { Db } from '../../db/connection.js';
import { findUnsubscribing } from '../../db/leads/find-lead.js';
import { publicUrl, secretsOf } from '../../runtime/config.js';
import { confirmContactContract, showContactConfirmationContract } from '../../schemas/leads/confirm-contact.js';
import { confirmContact, createConfirmationLinks, isSentTo } from '../../services/leads/confirm-contact.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { browserReader } from './browser-reader.js';
import { askToConfirmPage, confirmedPage, deadLinkPage } from './confirm-contact-page.js';
import { PAGE_HEADERS } from './unsubscribe-page.js';

const answer = <Status extends 200 | 404>(status: Status, body: string) => ({ status, body, headers: PAGE_HEADERS });

/** Finds whom a token is for, with what the page shows; undefined for an invalid token or one of another address. */
function targetReader({ config }: ApiDependencies) {
  const links = createConfirmationLinks(secretsOf(config), publicUrl(config));
  return async (db: Db, token: string, now: Date) => {
    const target = links.read(token, now);
    const lead = target && (await findUnsubscribing(db, target.accountId, target.leadId));
    return lead && isSentTo(target, lead.email) ? { ...target, ...lead } : undefined;
  };
}

export const showContactConfirmationRoute = (deps: ApiDependencies) => {
  const read = targetReader(deps);
  return route(showContactConfirmationContract).handle(async ({ params, db, now, req }) => {
    const target = await read(db, params.token, now);
    const language = target?.language ?? browserReader(req).language;
    return target ? answer(200, askToConfirmPage(language, target)) : answer(404, deadLinkPage(language));
  });
};

export const confirmContactRoute = (deps: ApiDependencies) => {
  const read = targetReader(deps);
  return route(confirmContactContract).handle(async ({ work, params, db, now, req }) => {
    const target = await read(db, params.token, now);
    const language = target?.language ?? browserReader(req).language;
    const isConfirmed = target?.email && (await confirmContact(work, target, target.email));
    return isConfirmed ? answer(200, confirmedPage(language, target)) : answer(404, deadLinkPage(language));
  });
};
