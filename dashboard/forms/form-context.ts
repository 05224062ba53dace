import { createContext, useContext } from 'react';
import { translated } from '../words/sentences.js';

export interface Option {
  value: string;
  label: string;
}

/** The context of all fields of a form. */
interface FormFacts {
  /** The errors, by JSON pointer. */
  problems: readonly { field: string; message: string }[];
  /** Choices for fields of a name, that only this form knows; undefined: anything may be written there. */
  choices: Readonly<Record<string, readonly Option[] | undefined>>;
  readOnly: boolean;
}

export const FormFactsContext = createContext<FormFacts>({ problems: [], choices: {}, readOnly: false });
export const useFormFacts = () => useContext(FormFactsContext);

/** Returns what is wrong with exactly what a pointer names. */
export function useProblemAt(pointer: string): string | undefined {
  const problem = useFormFacts().problems.find(({ field }) => field === pointer);
  return problem && translated(problem.message);
}
