import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reportProblem } from '../api/connection-status.js';
import { asProblem } from '../api/problem.js';
import { styleNonce } from '../components/style-nonce.js';
import { cssVariables, theme } from './theme.js';

const client = new QueryClient({
  queryCache: new QueryCache({ onError: reportProblem }),
  mutationCache: new MutationCache({ onError: reportProblem }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, thrown) => failures < 1 && asProblem(thrown).isAway,
    },
    // An answer may hold a key or a link that is shown once: nothing of it stays.
    mutations: { gcTime: 0 },
  },
});

/** Renders the content of a document with its providers. */
export function render(children: ReactNode): void {
  const nonce = styleNonce();
  setNonce(nonce);
  const root = document.getElementById('root');
  if (root)
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    );
}
