import type { ReactNode } from 'react';

interface Props {
  name: string;
  defaultChecked?: boolean;
  children: ReactNode;
}

/** Something to tick in a form, which sends `on`. */
export const Checkbox = ({ name, defaultChecked, children }: Props) => (
  <label className="tick">
    <input type="checkbox" name={name} defaultChecked={defaultChecked} />
    <span>{children}</span>
  </label>
);
