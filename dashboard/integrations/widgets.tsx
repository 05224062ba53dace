import { useAsk } from '../api/ask.js';
import { useSession } from '../api/session.js';
import { Asked } from '../parts/asked.js';
import { Chip } from '../parts/chip.js';
import { Copyable } from '../parts/secret.js';
import { snippetOf } from './snippet.js';

/** The chat widgets, each with the line that a page needs. */
export function Widgets() {
  const widgets = useAsk('listWidgets', { query: { limit: 50 } });
  const { service } = useSession();
  return (
    <section className="card" aria-labelledby="widgets">
      <header className="card-head">
        <h2 id="widgets">Chat widgets</h2>
      </header>
      <Asked asked={widgets}>
        {({ widgets: rows }) =>
          rows.length === 0 ? (
            <p className="calm">
              <span>
                None yet. <a href="docs/widget">The guide</a> makes one.
              </span>
            </p>
          ) : (
            <ul>
              {rows.map((widget) => (
                <li key={widget.id} className="need">
                  <div className="grow stack">
                    <div className="row">
                      <strong className="grow">{widget.name}</strong>
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
