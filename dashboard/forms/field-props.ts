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

/** The component that draws a field. Groups and lists get it as a parameter, because it draws them. */
export interface Drawing {
  draw: ComponentType<FieldProps>;
}
