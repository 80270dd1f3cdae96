import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router-dom'
import { queryClient } from '../shared/api/query-client.ts'
import { ToastsWhenWanted } from '../shared/ui/ToastsWhenWanted.tsx'
import { AppRoutes } from './AppRoutes.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

export function App() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
        <ToastsWhenWanted />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
