import type { Request } from 'express';
import { addTelemetry, listTelemetry } from '../../db/widget/telemetry.js';
import { findWidget } from '../../db/widget/widgets.js';
import { addUpTelemetry } from '../../domain/widget/telemetry.js';
import { sendWidgetTelemetryContract } from '../../schemas/widget/chat.js';
import { getWidgetTelemetryContract } from '../../schemas/widget/widgets.js';
import { settingsOf } from '../../services/widget/widgets.js';
import type { ApiDependencies } from '../dependencies.js';
import { found, pathId } from '../http/request/path-id.js';
import { readBytes } from '../http/request/read-body.js';
import { route } from '../http/route.js';
import { type ChatTools, siteOf } from './visitor.js';

const { maxBytes } = sendWidgetTelemetryContract;

export const sendWidgetTelemetryRoute = (_deps: ApiDependencies, { limits }: ChatTools) =>
  route(sendWidgetTelemetryContract).handle(async (input) => {
    const { db, now, req } = input;
    const { widget, address } = siteOf(input);
    const totals = addUpTelemetry(await readLeniently(req));
    if (settingsOf(widget).telemetry.enabled && limits.count(widget.key_id, `telemetry ${address}`, now).allowed) {
      await addTelemetry(db, now, widget, totals);
    }
    return { status: 204, body: null };
  });

/** Reads whatever JSON a body holds; undefined where it holds none. */
async function readLeniently(req: Request): Promise<unknown> {
  try {
    return JSON.parse((await readBytes(req, maxBytes)).toString('utf8'));
  } catch {
    return undefined;
  }
}

export const getWidgetTelemetryRoute = (_deps: ApiDependencies) =>
  route(getWidgetTelemetryContract).handle(async ({ account, db, params }) => {
    const widget = found(await findWidget(db, account.id, pathId(params.id, 'WIDGET_NOT_FOUND')), 'WIDGET_NOT_FOUND');
    const telemetry = (await listTelemetry(db, widget.id)).map(({ day, type, code, n, total_ms, max_ms }) => ({
      day,
      type,
      code: code || null,
      count: n,
      average_ms: Math.round(total_ms / n),
      max_ms,
    }));
    return { status: 200, body: { success: true, telemetry } };
  });
