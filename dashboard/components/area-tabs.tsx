import { Link } from '@tanstack/react-router';

interface Tab {
  to: string;
  name: string;
}

/** The pages of one area, side by side. */
export const AreaTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className="area-tabs" aria-label={label}>
    {tabs.map(({ to, name }) => (
      <Link
        key={to}
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        activeProps={{ className: 'active' }}
      >
        {name}
      </Link>
    ))}
  </nav>
);
