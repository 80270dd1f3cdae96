import { Component, type ReactNode } from 'react'
import { reportError } from '../shared/errors/report-error.ts'
import '../shared/form/unsent.ts'
import { Button } from '../shared/ui/Button.tsx'
import { ToastsWhenWanted } from '../shared/ui/notify.tsx'
import { AppRoutes } from './AppRoutes.tsx'
import { MessagePage } from './Page.tsx'

/** The whole app; `router` puts it at an address: the browser's, or at build time one public page's. */
export function App({ router }: { router: (routes: ReactNode) => ReactNode }) {
  return (
    <ErrorBoundary>
      {router(<AppRoutes />)}
      <ToastsWhenWanted />
    </ErrorBoundary>
  )
}

/** The last resort: something threw that no part keeps to itself. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    reportError('render', error)
    // Back leads to a page that works, but only in a new load.
    window.addEventListener('popstate', () => window.location.reload())
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <MessagePage
        branded
        title="This page stopped working"
        text="Nothing you saved is lost. Load the page again; if it happens once more, tell us what you were doing."
        action={<Button onClick={() => window.location.reload()}>Load again</Button>}
      />
    )
  }
}
