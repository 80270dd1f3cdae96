import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../shared/api/query-client.ts'
import '../shared/form/unsent.ts'
import { ToastsWhenWanted } from '../shared/ui/notify.tsx'
import { AppRoutes } from './AppRoutes.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** The whole app; `router` puts it at an address: the browser's, or at build time one public page's. */
export function App({ router }: { router: (routes: ReactNode) => ReactNode }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        {router(<AppRoutes />)}
        <ToastsWhenWanted />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
