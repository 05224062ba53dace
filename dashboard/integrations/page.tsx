import { useMay, useSession } from '../api/session.js';
import { Page } from '../parts/page.js';
import { Copyable } from '../parts/secret.js';
import { Keys } from './keys.js';
import { Secrets } from './secrets.js';
import { Widgets } from './widgets.js';

/** How other systems and pages get in. */
export function IntegrationsPage() {
  const may = useMay();
  const { service } = useSession();
  return (
    <Page title="Integrations">
      <div className="stack">
        {may('keys:manage') && <Keys />}
        <section className="card" aria-labelledby="address">
          <header className="card-head">
            <h2 id="address">Address</h2>
            <a href="docs">API reference</a>
          </header>
          <div className="card-body">
            <Copyable value={`${service.public_url.replace(/\/+$/, '')}/api/public`} label="Copy the address" />
          </div>
        </section>
        {may('widgets:read') && <Widgets />}
        {may('background_jobs:read') && <Secrets mayChange={may('background_jobs:write')} />}
      </div>
    </Page>
  );
}
