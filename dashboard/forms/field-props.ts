import type { ComponentType } from 'react';
import type { Shape } from './shape.js';

export interface FieldProps {
  /** The key of the field, from which its label follows. */
  name: string;
  shape: Shape;
  value: unknown;
  /** Undefined takes the value out. */
  onChange: (value: unknown) => void;
  /** JSON pointer to it. */
  at: string;
  required?: boolean;
  label?: string;
}

/** Whatever draws a field: groups and lists are given it, since it draws them. */
export interface Drawing {
  draw: ComponentType<FieldProps>;
}
