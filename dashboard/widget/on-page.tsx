import { useSession } from '../api/session.js';
import { snippetOf } from '../integrations/snippet.js';
import { Copyable } from '../parts/secret.js';
import type { Widget } from './use-widget.js';

/** What a page's own policy has to allow; frames only where the chat stands in one. */
const policyOf = (origin: string): string =>
  ['script-src', 'connect-src', 'img-src', 'frame-src'].map((directive) => `${directive} ${origin}`).join('; ');

/** What a page needs to show the chat. */
export function OnPage({ widget }: { widget: Widget }) {
  const { service } = useSession();
  return (
    <section className="card" aria-label="On a page">
      <header className="card-head">
        <h2>On a page</h2>
        <a href="docs/widget">The guide</a>
      </header>
      <div className="card-body stack-close">
        <p className="quiet">
          {widget.allowed_domains.length === 0
            ? 'It stands nowhere yet: it has no allowed domain.'
            : 'This line, on every page that is to have the chat:'}
        </p>
        <Copyable value={snippetOf(service.public_url, widget.key)} label="Copy the line" />
        <p className="quiet">Where the page has a content security policy, it allows these too:</p>
        <Copyable value={policyOf(new URL(service.public_url).origin)} label="Copy the policy" />
      </div>
    </section>
  );
}
