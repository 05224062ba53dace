import { listSandboxDeliveries } from '../../db/channels/sandbox-deliveries.js';
import { fromJson } from '../../db/connection.js';
import { listSandboxDeliveriesContract } from '../../schemas/channels/sandbox.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { route } from '../http/route.js';

const KIND = 'sandbox_deliveries';

export const listSandboxDeliveriesRoute = (_deps: ApiDependencies) =>
  route(listSandboxDeliveriesContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(
      KIND,
      await listSandboxDeliveries(db, account.id, query.to, page),
      page.limit,
    );
    const deliveries = rows.map((row) => ({
      id: row.id,
      message_id: row.message_id,
      lead_id: row.lead_id,
      channel: row.channel,
      to: row.to_address,
      from: row.from_address,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
      calendar: row.calendar,
      headers: fromJson<Record<string, string>>(row.headers),
      created_at: row.created_at.toISOString(),
    }));
    return { status: 200, body: { success: true, deliveries, pagination } };
  });
