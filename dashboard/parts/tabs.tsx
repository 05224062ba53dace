import { Link, useSearch } from '@tanstack/react-router';

/** Which part of a page its address names; the first if it names none. */
export function useTab<T extends string>(tabs: Readonly<Record<T, string>>): T {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const names = Object.keys(tabs) as T[];
  return names.find((name) => name === tab) ?? (names[0] as T);
}

interface Props<T extends string> {
  tabs: Readonly<Record<T, string>>;
  label: string;
  /** What else of the address stays. */
  keep?: Readonly<Record<string, string | undefined>>;
}

/** The parts of a page, each with an address. */
export function Tabs<T extends string>({ tabs, label, keep }: Props<T>) {
  const chosen = useTab(tabs);
  const names = Object.keys(tabs) as T[];
  return (
    <nav className="tabs" aria-label={label}>
      {names.map((name) => (
        <Link
          key={name}
          to="."
          search={{ ...keep, ...(name === names[0] ? {} : { tab: name }) } as never}
          activeOptions={{ exact: true, includeSearch: true }}
          data-chosen={name === chosen || undefined}
        >
          {tabs[name]}
        </Link>
      ))}
    </nav>
  );
}
