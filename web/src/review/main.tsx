import '../shared/ui/tokens.css'
import '../shared/ui/base.css'
import './review.css'
import { createRoot } from 'react-dom/client'
import { keepTextsOfTranslation } from '../shared/browser/page-translation.ts'
import { runInBrowser } from '../shared/browser/run-in-browser.ts'
import { reportUncaughtErrors } from '../shared/errors/report-error.ts'
import { setDeployedLocale } from '../shared/format/deployed.ts'
import { Failure } from './Failure.tsx'
import { observeInput } from './interaction.ts'
import { ReviewPage } from './ReviewPage.tsx'

/** The path of a colleague's invitation. All other pages of this build are pages of review links. */
const isInvitation = window.location.pathname.startsWith('/review/invitation/')

const element = document.getElementById('root')
if (!element) throw new Error('review.html has no #root')

runInBrowser(element, () => {
  reportUncaughtErrors()
  setDeployedLocale()
  keepTextsOfTranslation()
  observeInput()
  const root = createRoot(element)
  if (isInvitation) {
    // Recipients of review links do not load the code of this page.
    import('./invitation/InvitationPage.tsx').then(
      ({ InvitationPage }) => root.render(<InvitationPage />),
      () => root.render(<Failure failure="away" isRetrying={false} onRetry={() => window.location.reload()} />),
    )
  } else root.render(<ReviewPage />)
})
