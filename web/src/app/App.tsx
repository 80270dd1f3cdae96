import { Component, type ReactNode } from 'react'
import { reportError } from '../shared/errors/report-error.ts'
import '../shared/form/unsent.ts'
import { Button } from '../shared/ui/Button.tsx'
import { ToastsWhenWanted } from '../shared/ui/notify.tsx'
import { AppRoutes } from './AppRoutes.tsx'
import { MessagePage } from './Page.tsx'

/** The whole app. `router` wraps the routes in a BrowserRouter, or at build time in a StaticRouter. */
export function App({ router }: { router: (routes: ReactNode) => ReactNode }) {
  return (
    <ErrorBoundary>
      {router(<AppRoutes />)}
      <ToastsWhenWanted />
    </ErrorBoundary>
  )
}

const reload = (): void => window.location.reload()

/** Catches errors that no smaller error boundary has caught. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError('render', error)
    // The error message would stay even if Back leads to a page that works. So Back reloads the page.
    window.addEventListener('popstate', reload)
  }

  override componentWillUnmount() {
    window.removeEventListener('popstate', reload)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <MessagePage
        branded
        title="This page stopped working"
        text="Your saved work is safe. Reload the page. If it happens again, please tell us what you were doing."
        action={<Button onClick={reload}>Reload page</Button>}
      />
    )
  }
}
