import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { listPreviews } from '@app/contracts/http/previews.ts'
import { getProofreading, type PreviewFinding } from '@app/contracts/http/proofreading.ts'
import { page } from 'vitest/browser'
import { boardOf, companyOf } from '../src/testing/board.ts'
import { previewFileOf, taskOf } from '../src/testing/fixtures.ts'
import { signInAs, tokenOf } from '../src/testing/open.tsx'
import { draftOf, pngFile } from '../src/testing/previews.ts'
import { findingOf, misspellingOf, proofreadingOf } from '../src/testing/proofreading.ts'
import { fail, press, type Step, see, seeHeading, serve, visit } from './act.ts'
import { checkStates } from './check-states.ts'

const DASHBOARD = '/admin/dashboard?tab='
const company = companyOf(1, { companyName: 'The Lowcountry Waterfront Tea Room' })
const task = taskOf({ taskId: 12, title: 'Winter tea', companyProfileId: company._id, doneTaskImage: null, previewNo: null })

const design = `data:image/svg+xml,${encodeURIComponent(`
  <svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" font-family="serif">
    <rect width="800" height="600" fill="#24453a"/>
    <text x="60" y="160" font-size="72" fill="#f2f0e8">Winter tea</text>
    <text x="60" y="300" font-size="48" fill="#f2f0e8">Friday, Dec 12</text>
    <text x="60" y="560" font-size="30" fill="#2f5548">www.lowcountry-tea.example</text>
  </svg>`)}`
const CAPTION = 'Our wintr blends are back.\nTwo for one until Friday.\n\n#winterblend'
const file = previewFileOf({ url: design, display: design, thumbnail: design, width: 800, height: 600 })
const draft = draftOf({ createdBy: 'root', caption: CAPTION, files: [file, { ...file, sha256: 'second' }] })

const weekday = findingOf({ place: { in: 'file', position: 1, boxes: [{ left: 0.06, top: 0.42, width: 0.4, height: 0.1 }] } })
const others: PreviewFinding[] = [
  misspellingOf('wintr', CAPTION.indexOf('wintr')),
  findingOf({
    kind: 'contrast',
    certainty: 'likely',
    words: 'www.lowcountry-tea.example',
    place: { in: 'file', position: 1, boxes: [{ left: 0.06, top: 0.88, width: 0.5, height: 0.07 }] },
    message: '“www.lowcountry-tea.example” is hard to read on its background: a contrast of 1.3:1, and at least 3:1 is readable.',
  }),
  { ...findingOf({ kind: 'phone', words: '(803) 555-0124', message: 'The caption says “(803) 555-0124”.' }), isAccepted: true },
]
const proofreading = proofreadingOf([weekday, ...others], { uncheckedFiles: [2] })

const admin: Step = [
  () => signInAs.admin(tokenOf('root')),
  () =>
    boardOf({ company, tasks: [task, taskOf({ taskId: 13, title: 'Tea tasting', companyProfileId: company._id })], findings: { 12: 3 } }),
]
const openDraft: Step[] = [
  admin,
  serve(listPreviews, [draft]),
  serve(getProofreading, proofreading),
  visit(`${DASHBOARD}pending&task=12`),
  seeHeading('1 thing looks wrong'),
]
const uploadAsDraft: Step[] = [serve(uploadPreview, { task, preview: draft }), serve(getProofreading, proofreading)]

checkStates('admin', {
  'admin-findings-draft': [
    openDraft,
    () => page.getByText(/^2 things to look at/).click(),
    see('is hard to read on its background'),
    press('Show finding 3'),
  ],
  'admin-findings-question': [
    admin,
    uploadAsDraft,
    visit(`${DASHBOARD}pending&task=12`),
    async () => page.getByLabelText(/Upload Task Image/).upload([await pngFile('tea.png'), await pngFile('cups.png')]),
    press('Upload'),
    see('Deliver anyway'),
    seeHeading('1 thing looks wrong'),
  ],
  'admin-findings-failed': [
    admin,
    serve(listPreviews, [draft]),
    fail(getProofreading),
    visit(`${DASHBOARD}pending&task=12`),
    see('We couldn’t load the findings.'),
  ],
  'admin-findings-bulk': [
    admin,
    uploadAsDraft,
    visit(`${DASHBOARD}pending`),
    press('Deliver files'),
    async () => page.getByLabelText('Files').upload([await pngFile('#12 square.png'), await pngFile('no-task.png')]),
    press('Deliver all (1)'),
    seeHeading('1 thing looks wrong'),
  ],
  'admin-findings-list': [admin, visit(`${DASHBOARD}total&findings=true`), see('3 findings')],
})
