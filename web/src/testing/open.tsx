import '../shared/ui/tokens.css'
import '../shared/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach } from 'vitest'
import { commands } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react/pure'
import { App } from '../app/App.tsx'
import { queryClient } from '../shared/api/query-client.ts'
import { useAdminSession, useSession } from '../shared/stores/session.ts'
// Somebody who was there before the network went has touched the page, which fetches this.
import '../shared/ui/Toasts.tsx'
import { ToastsWhenWanted } from '../shared/ui/notify.tsx'

const start = window.location.href

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(async () => {
  await cleanup()
  await commands.setOffline(false)
  useSession.getState().logout()
  useAdminSession.getState().logout()
  queryClient.clear()
  window.history.replaceState(null, '', start)
})

export const signInAs = {
  owner: (token = 'owner-token') => useSession.getState().login(token),
  admin: (token = 'admin-token') => useAdminSession.getState().login(token),
}

/** The whole app at an address, as `main.tsx` draws it. */
export async function openApp(address: string) {
  window.history.pushState(null, '', address)
  return render(<App router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />)
}

/** A part of the app within what it stands in there: the router, the query client and the toasts. */
export async function openPart(part: ReactNode, address = '/') {
  window.history.pushState(null, '', address)
  return render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>{part}</BrowserRouter>
      <ToastsWhenWanted />
    </QueryClientProvider>,
  )
}
