import './shared/ui/tokens.css'
import './shared/ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/App.tsx'
import { prepareScreen } from './app/pages.tsx'
import { prefetchUser } from './shared/api/user.ts'
import { keepTextsOfTranslation } from './shared/browser/page-translation.ts'
import { runInBrowser } from './shared/browser/run-in-browser.ts'
import { reportUncaughtErrors } from './shared/errors/report-error.ts'
import { setDeployedLocale } from './shared/format/deployed.ts'
import { useSession } from './shared/stores/session.ts'
import { waitBriefly } from './shared/ui/lazy-part.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const app = (
  <StrictMode>
    <App router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
  </StrictMode>
)
/**
 * Hydrates a prerendered page in a transition, so that user input can interrupt it. If the code of the page failed to load, the page stays
 * as it is.
 */
const hydrate = (prepared: unknown) => {
  if (prepared) startTransition(() => void hydrateRoot(root, app))
  else document.documentElement.setAttribute('data-app', 'missing')
}

runInBrowser(root, () => {
  reportUncaughtErrors()
  setDeployedLocale()
  keepTextsOfTranslation()
  if (useSession.getState().token) prefetchUser()
  const { pathname } = window.location
  if (root.hasChildNodes()) void prepareScreen(pathname).then(hydrate)
  else void waitBriefly(prepareScreen(pathname)).then(() => createRoot(root).render(app))
})
