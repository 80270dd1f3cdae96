import '../shared/ui/tokens.css'
import '../shared/ui/base.css'
import './review.css'
import { createRoot } from 'react-dom/client'
import { reportUncaughtErrors } from '../shared/errors/report-error.ts'
import { setDeployedLocale } from '../shared/format/deployed.ts'
import { observeInput } from './interaction.ts'
import { ReviewPage } from './ReviewPage.tsx'

reportUncaughtErrors()
setDeployedLocale()
observeInput()

const root = document.getElementById('root')
if (!root) throw new Error('review.html has no #root')
createRoot(root).render(<ReviewPage />)
