import '../shared/ui/tokens.css'
import '../shared/ui/base.css'
import '../shared/ui/Toasts.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { App } from '../app/App.tsx'
import { queryClient } from '../shared/api/query-client.tsx'
import { useAdminSession, useSession } from '../shared/stores/session.ts'
import { ToastsWhenWanted } from '../shared/ui/notify.tsx'

// Toasts stay for 10 s. On a busy machine, a toast could otherwise close before a test looks for it, because some stay for only 0.5 s.
// `web/e2e` tests the specified times.
document.head.append(
  Object.assign(document.createElement('style'), {
    textContent: '.Toastify__progress-bar--animated { animation-duration: 10s !important }',
  }),
)

/** Returns a token with the claims that the browser reads. Its signature is invalid. */
export const tokenOf = (user: string, marks: { operator?: true } = {}): string =>
  `head.${btoa(JSON.stringify({ sub: user, ...marks }))}.seal`

export const signInAs = {
  owner: (token = 'owner-token') => useSession.getState().login(token),
  admin: (token = 'admin-token') => useAdminSession.getState().login(token),
  operator: () => useAdminSession.getState().login(tokenOf('operator-1', { operator: true })),
}

/** Renders, and waits until the page shows the result. React's production build has no `act`, so a render ends earlier. */
async function show(content: ReactNode) {
  const { promise, resolve } = Promise.withResolvers<void>()
  function WhenShown() {
    useEffect(resolve, [])
    return null
  }
  const rendered = await render(
    <>
      {content}
      <WhenShown />
    </>,
  )
  await promise
  return rendered
}

/** Renders the whole app at a URL, as `main.tsx` does. */
export async function openApp(address: string) {
  window.history.pushState(null, '', address)
  return show(<App router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />)
}

/** Renders a part of the app inside the router and the query client, with toasts. */
export async function openPart(part: ReactNode, address = '/') {
  window.history.pushState(null, '', address)
  return show(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>{part}</BrowserRouter>
      <ToastsWhenWanted />
    </QueryClientProvider>,
  )
}

/** Goes back (-1) or forward (1) in the history. Resolves after the page has received the `popstate` event. */
export async function go(steps: -1 | 1): Promise<void> {
  const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.go(steps)
  await moved
}

export const address = (): string => window.location.pathname + window.location.search

/**
 * Closes the visible toast. In tests, a toast stays for 10 s. A test would otherwise wait that long if the toast covers a button, or
 * repeats a text that the test looks for on the page.
 */
export const dismissToast = (): Promise<void> => page.getByRole('button', { name: 'Dismiss', exact: true }).click()
