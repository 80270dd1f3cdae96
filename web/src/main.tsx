import './shared/ui/tokens.css'
import './shared/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { userQuery } from './shared/api/load-user.ts'
import { queryClient } from './shared/api/query-client.ts'
import { useSession } from './shared/stores/session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

if (useSession.getState().token) void queryClient.prefetchQuery(userQuery)

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
