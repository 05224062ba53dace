import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { OutcomeSearch } from './report-search.js';

/** The links from the numbers and names of a report to pages. A shared report has none, because its readers have no user. */
export interface DrillDown {
  Leads: ComponentType<{ search: OutcomeSearch; label?: string | undefined; children: ReactNode }>;
  /** Compares the steps of an agent on the same page. */
  Steps: ComponentType<{ agentId: string; title: string; children: ReactNode }>;
  /** The open runs of an agent, or those with a status. */
  Runs: ComponentType<{ agentId: string; status?: string; label?: string; children: ReactNode }>;
}

const Plain = ({ children }: { children: ReactNode }) => children;

export const DrillDownContext = createContext<DrillDown>({ Leads: Plain, Steps: Plain, Runs: Plain });

export const useDrillDown = (): DrillDown => useContext(DrillDownContext);
