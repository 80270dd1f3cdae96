import { addPreviewNote, listPreviewNotes, type PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { getTask, listTasks } from '@app/contracts/http/tasks.ts'
import { page } from 'vitest/browser'
import { fireTasksUpdated } from '../src/domain/task/tasks-updated.ts'
import { boardOf } from '../src/testing/board.ts'
import { company, ownerWith, picture, previewFileOf, previewOf, taskOf } from '../src/testing/fixtures.ts'
import { signInAs, tokenOf } from '../src/testing/open.tsx'
import { pdfOf } from '../src/testing/pdf.ts'
import { noteOf } from '../src/testing/preview-notes.ts'
import {
  choose,
  click,
  enter,
  fail,
  keys,
  press,
  type Step,
  see,
  seeDialog,
  seeHeading,
  seeInDialog,
  seeRole,
  serve,
  visit,
} from './act.ts'
import { checkStates } from './check-states.ts'

const CAPTION = 'The winter blend is back.\n\nTwo for one until Friday, and a free cup with every bag.\n\n#winterblend'
const pictureFile = (colour: string) =>
  previewFileOf({ url: picture(colour), display: picture(colour), sha256: colour, width: 400, height: 300 })
const pdfUrl = URL.createObjectURL(pdfOf('Menu of the week', 'Prices'))
const pdf = previewFileOf({ kind: 'pdf', mediaType: 'application/pdf', url: pdfUrl, display: null, poster: picture('teal') })
const video = previewFileOf({
  kind: 'video',
  mediaType: 'video/mp4',
  url: '/none.mp4',
  display: null,
  poster: picture('olive'),
  durationMs: 4_000,
})
const versions: Preview[] = [
  previewOf({ number: 2, caption: CAPTION, files: [pictureFile('coral'), video, pdf] }),
  previewOf({
    number: 1,
    caption: CAPTION.replace('Two', 'Three'),
    files: [pictureFile('navy'), video, { ...pdf, sha256: 'other' }],
    isCurrent: false,
  }),
]
const task = taskOf({ previewNo: 2, platform_fb: true, platform_li: true, platform_x: true })

const newer = { ...task, version: task.version + 1, previewNo: 3, doneTaskImage: picture('navy') }
const damaged = { ...pdf, url: URL.createObjectURL(new Blob(['Not a PDF.'])) }
const unreadable = previewFileOf({ url: 'data:text/plain,none', display: 'data:text/plain,none', sha256: 'none' })

const agency = { kind: 'agency', name: 'Palmetto Works', isYou: false } as const
const LONG = 'Please make the headline larger, so that people can read it on a phone. The cup may be smaller, or leave it out.'
const onSecond = (changes: Partial<PreviewNote>) => noteOf({ previewNo: 2, file: null, ...changes })
const reply = { _id: 'reply', author: agency, body: 'We’ll try it in the next version.', createdAt: '2026-12-01T10:00:00.000Z' }
/** Notes on version 2 in all states and on all kinds of files, and two notes on version 1. */
const notes: PreviewNote[] = [
  noteOf({ state: 'resolved', x: 0.2, y: 0.3, body: 'The logo is hard to see.' }),
  noteOf({ number: 2, x: 0.6, y: 0.6, body: 'The date is wrong.' }),
  onSecond({ x: 0.2, y: 0.3, body: LONG, replies: [reply] }),
  onSecond({ number: 2, x: 0.98, y: 0.02, body: 'This corner is empty.' }),
  onSecond({ number: 3, filePosition: 2, x: null, y: null, atMs: 1_500, body: 'Too fast.' }),
  onSecond({ number: 4, filePosition: 3, x: 0.5, y: 0.2, page: 2, body: 'The price has changed.' }),
  onSecond({ number: 5, filePosition: null, x: null, y: null, body: 'I like it!', state: 'accepted' }),
]

const manyNotes = Array.from({ length: 20 }, (_, n) =>
  onSecond({ number: n + 6, x: 0.15 + (n % 5) * 0.15, y: 0.4 + Math.floor(n / 5) * 0.15, body: `Change ${'x'.repeat(n * 5)}` }),
)

const open = (shownNotes: PreviewNote[] = []): Step[] => [
  () => ownerWith(task),
  serve(listPreviews, versions),
  serve(listPreviewNotes, shownNotes),
  visit('/management?show=task-5'),
  seeRole('button', 'Compare versions'),
]

const openNotes: Step[] = [open(notes), seeHeading('Check these changes')]

const compare: Step[] = [open(), press('Compare versions'), see(/^The picture changed\./)]

const frameOf = (network: string): Step[] => [open(), click('tab', network), seeRole('article', `Post on ${network}`)]

const write: Step[] = [
  press(/^Add a note to Picture 1/),
  seeRole('button', /^Place of the note/),
  keys('{Enter}'),
  enter('Your note', 'The headline is too small to read on a phone.'),
]

const openAsAdmin: Step[] = [
  () => signInAs.admin(),
  () => boardOf({ company, tasks: [task] }),
  serve(listPreviews, versions),
  serve(listPreviewNotes, [
    ...notes,
    onSecond({ _id: 'team', author: agency, visibility: 'team', x: 0.7, y: 0.5, body: 'Ask the printer.' }),
  ]),
  visit('/admin/dashboard?tab=pending&task=5'),
  seeHeading('Team note 1'),
]

checkStates('owner', {
  'review-versions': [open(), seeRole('list', 'Earlier versions')],
  'review-instagram': frameOf('Instagram'),
  'review-x': frameOf('X'),
  'review-facebook': frameOf('Facebook'),
  'review-linkedin': frameOf('LinkedIn'),
  'review-pdf': [open(), press('Open PDF 3 of 3'), see(page.getByRole('dialog', { name: 'PDF 3 of 3' }).getByText('Page 1 of 2'))],
  'review-pdf-damaged': [
    () => ownerWith(task),
    serve(listPreviews, [previewOf({ number: 2, files: [pictureFile('coral'), video, damaged] })]),
    visit('/management?show=task-5'),
    press('Open PDF 3 of 3'),
    seeRole('link', 'Download PDF'),
  ],
  'review-newer': [open(), serve(listTasks, [newer]), serve(getTask, newer), () => fireTasksUpdated(), see('A newer preview is ready.')],
  'review-preview-failed': [
    () => ownerWith(task),
    fail(listPreviews),
    visit('/management?show=task-5'),
    see('We couldn’t load the preview.'),
  ],
  'compare-slide': compare,
  'compare-side-by-side': [compare, click('tab', 'Side by side'), press('Zoom in')],
  'compare-files': [compare, choose('File', '2'), see('We can’t compare PDFs in detail.')],
  'compare-failed': [
    () => ownerWith(task),
    serve(listPreviews, [previewOf({ number: 2, files: [unreadable] }), ...versions.slice(1)]),
    visit('/management?show=task-5'),
    press('Compare versions'),
    seeInDialog('button', 'Try again'),
  ],
  'notes-none': [open(), see('Click or tap the picture where')],
  'notes-many': [open([...notes, ...manyNotes]), seeHeading('Note 12')],
  'notes-all': [openNotes, press('All (5)')],
  'notes-cross': [openNotes, press(/^Add a note to Picture 1/), seeRole('button', /^Place of the note/)],
  'notes-write-failed': [
    openNotes,
    fail(addPreviewNote, 409, 'A newer preview is ready. Please look at it first.'),
    write,
    press('Add note'),
    see('A newer preview is ready.'),
  ],
  'notes-read': [openNotes, press(/^Note 1, open/), seeDialog('Note 1')],
  'notes-done': [openNotes, press('Is this done?'), seeDialog('Is this done?')],
  'notes-approve': [openNotes, press('Approve'), seeDialog('Approve with open notes?')],
  'notes-full-size': [
    openNotes,
    press('Picture 1 of 3: open in full size'),
    press('Zoom in'),
    press('Rotate right'),
    seeInDialog('button', /^Note 1, open/),
  ],
  'notes-pdf': [openNotes, press('Show Note 4'), seeInDialog('dialog', 'Note 4')],
  'notes-version-1': [openNotes, press(/^Version 1/), seeInDialog('button', /^Note 2, open/)],
  'notes-failed': [
    () => ownerWith(task),
    serve(listPreviews, versions),
    fail(listPreviewNotes),
    visit('/management?show=task-5'),
    see('We couldn’t load the notes.'),
  ],
})

checkStates('admin', {
  'admin-notes': openAsAdmin,
  'admin-notes-write': [() => signInAs.admin(tokenOf('root')), openAsAdmin, write, click('checkbox', /^Team only/)],
})
