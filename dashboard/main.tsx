import { MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noteProblem } from './api/moment.js';
import { asProblem } from './api/problem.js';
import { styleNonce } from './nonce.js';
import { router } from './routes.js';
import { cssVariables, theme } from './theme.js';

const nonce = styleNonce();
setNonce(nonce);

const client = new QueryClient({
  queryCache: new QueryCache({ onError: noteProblem }),
  mutationCache: new MutationCache({ onError: noteProblem }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, thrown) => failures < 1 && asProblem(thrown).isAway,
    },
    // An answer may hold a key or a link that is shown once: nothing of it stays.
    mutations: { gcTime: 0 },
  },
});

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
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
