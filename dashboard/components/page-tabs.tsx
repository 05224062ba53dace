import { Link, type LinkProps, type RegisteredRouter } from '@tanstack/react-router';

interface Props<T extends string> {
  tabs: Readonly<Record<T, string>>;
  selected: T;
  label: string;
  /** Returns the parameters of a section's URL; the first section has no name. */
  searchOf: (tab: T | undefined) => LinkProps<'a', RegisteredRouter, string, '.'>['search'];
}

/** The sections of a page, each with its URL. */
export function Tabs<T extends string>({ tabs, selected, label, searchOf }: Props<T>) {
  const names = Object.keys(tabs) as T[];
  return (
    <nav className="tabs" aria-label={label}>
      {names.map((name) => (
        <Link
          key={name}
          to="."
          search={searchOf(name === names[0] ? undefined : name)}
          activeOptions={{ exact: true, includeSearch: true }}
          data-chosen={name === selected || undefined}
        >
          {tabs[name]}
        </Link>
      ))}
    </nav>
  );
}
