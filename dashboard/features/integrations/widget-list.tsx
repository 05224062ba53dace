import { Link } from '@tanstack/react-router';
import { usePermission, useSession } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Chip } from '../../components/chip.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Copyable } from '../../components/secret-once.js';
import * as words from '../../words/en/integrations.js';
import { NewWidget } from './new-widget.js';
import { snippetOf } from './widget-snippet.js';

/** The chat widgets, each with the line that a page needs. */
export function WidgetList() {
  const widgets = useApiQuery('listWidgets', { query: { limit: 50 } });
  const { service } = useSession();
  const may = usePermission();
  return (
    <section className="card" aria-labelledby="widgets">
      <header className="card-head">
        <h2 id="widgets">{words.chatWidgets}</h2>
        {may('widgets:write') && <NewWidget />}
      </header>
      <QueryBoundary query={widgets}>
        {({ widgets: rows }) =>
          rows.length === 0 ? (
            <p className="calm">
              <span>
                {words.noChatWidgetsYetWithA}
                <a href="docs/widget">{words.seeTheGuide}</a>.
              </span>
            </p>
          ) : (
            <ul>
              {rows.map((widget) => (
                <li key={widget.id} className="need">
                  <div className="grow stack">
                    <div className="row">
                      <Link to="/integrations/widgets/$id" params={{ id: widget.id }} className="grow lead-name">
                        {widget.name}
                      </Link>
                      <Chip
                        who={widget.is_active ? 'ok' : 'off'}
                        label={widget.is_active ? words.active : words.inactive}
                      />
                    </div>
                    <p className="quiet">
                      {widget.allowed_domains.length > 0
                        ? words.on(widget.allowed_domains.join(', '))
                        : words.noAllowedDomainsYetSoIt}
                    </p>
                    <Copyable
                      value={snippetOf(service.public_url, widget.key)}
                      label={words.copyEmbedCodeOf(widget.name)}
                    />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </section>
  );
}
