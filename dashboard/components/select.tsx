import { Select as Chooser, type SelectProps } from '@mantine/core';

/** One of several. What may stay open is opened again by choosing what is chosen; all else stays as it was chosen. */
export const Select = <T extends string = string>(props: SelectProps<T>) => (
  <Chooser<T> allowDeselect={props.clearable ?? false} {...props} />
);
