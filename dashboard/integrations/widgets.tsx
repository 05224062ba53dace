import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.js';
import { useMay, useSession } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Copyable } from '../parts/secret.js';
import { NewWidget } from './new-widget.js';
import { snippetOf } from './snippet.js';

/** The chat widgets, each with the line that a page needs. */
export function Widgets() {
  const widgets = useAsk('listWidgets', { query: { limit: 50 } });
  const { service } = useSession();
  const may = useMay();
  return (
    <section className="card" aria-labelledby="widgets">
      <header className="card-head">
        <h2 id="widgets">Chat widgets</h2>
        {may('widgets:write') && <NewWidget />}
      </header>
      <Asked asked={widgets}>
        {({ widgets: rows }) =>
          rows.length === 0 ? (
            <p className="calm">
              <span>
                None yet: with one, an agent answers on your own pages. <a href="docs/widget">The guide</a> tells more.
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
                      <Chip who={widget.is_active ? 'ok' : 'off'} label={widget.is_active ? 'Answers' : 'Off'} />
                    </div>
                    <p className="quiet">
                      {widget.allowed_domains.length > 0
                        ? `On ${widget.allowed_domains.join(', ')}`
                        : 'On no page yet: it has no allowed domain.'}
                    </p>
                    <Copyable
                      value={snippetOf(service.public_url, widget.key)}
                      label={`Copy the line of ${widget.name}`}
                    />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </section>
  );
}
