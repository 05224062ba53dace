import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { powChallengeRoute } from './challenge.js';
import { chatConfigRoute, frameConfigRoute } from './config.js';
import { widgetFrameRoute } from './frame.js';
import { pendingRepliesRoute } from './pending.js';
import { submitVisitorRoute } from './submit-visitor.js';
import { getWidgetTelemetryRoute, widgetTelemetryRoute } from './telemetry.js';
import { chatTurnRoute } from './turn.js';
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
      widgetFrameRoute,
    ].map((make) => make(deps)),
    ...[
      chatConfigRoute,
      frameConfigRoute,
      powChallengeRoute,
      chatTurnRoute,
      pendingRepliesRoute,
      submitVisitorRoute,
      widgetTelemetryRoute,
    ].map((make) => make(deps, tools)),
  ];
}
