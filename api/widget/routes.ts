import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { getPowChallengeRoute } from './challenge.js';
import { getChatConfigRoute, getFrameConfigRoute } from './config.js';
import { showWidgetFrameRoute } from './frame.js';
import { getPendingRepliesRoute } from './pending.js';
import { submitVisitorRoute } from './submit-visitor.js';
import { getWidgetTelemetryRoute, sendWidgetTelemetryRoute } from './telemetry.js';
import { sendChatTurnRoute } from './turn.js';
import { createChatTools } from './visitor.js';
import {
  createWidgetRoute,
  deleteWidgetRoute,
  getWidgetRoute,
  listWidgetsRoute,
  regenerateIdentitySecretRoute,
  regenerateWidgetKeyRoute,
  updateWidgetRoute,
} from './widgets.js';

/** Lists the endpoints around chat widgets: those of operators, and those that pages call. */
export function widgetRoutes(deps: ApiDependencies): Route[] {
  const tools = createChatTools(deps);
  return [
    ...[
      listWidgetsRoute,
      createWidgetRoute,
      getWidgetRoute,
      updateWidgetRoute,
      deleteWidgetRoute,
      regenerateWidgetKeyRoute,
      regenerateIdentitySecretRoute,
      getWidgetTelemetryRoute,
      showWidgetFrameRoute,
    ].map((make) => make(deps)),
    ...[
      getChatConfigRoute,
      getFrameConfigRoute,
      getPowChallengeRoute,
      sendChatTurnRoute,
      getPendingRepliesRoute,
      submitVisitorRoute,
      sendWidgetTelemetryRoute,
    ].map((make) => make(deps, tools)),
  ];
}
