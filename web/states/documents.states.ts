import { listDocuments, uploadDocument } from '@app/contracts/http/documents.ts'
import { page } from 'vitest/browser'
import { documentOf, ownerWithDocuments } from '../src/testing/fixtures.ts'
import { dropOver, files, openUploadForm, uploadForm } from '../src/testing/uploads.ts'
import { click, hold, keys, type Step, see, seeDialog, seeHeading, seeRole, visit } from './act.ts'
import { checkStates } from './check-states.ts'

const TAB = '/management?section=3'
const LONG = 'minutes_of_the_extraordinary_meeting_of_the_members_with_all_resolutions_and_the_budget-final-final'
/** More documents than without a search field, with long names. */
const many = Array.from({ length: 9 }, (_, at) =>
  documentOf({
    DocId: 20 + at,
    title: `${LONG} ${at}`,
    description: LONG,
    fileName: `${LONG}-${at}.pdf`,
    note: 'Protected by a password.',
  }),
)

/** Starts an upload that does not end. */
const upload: Step[] = [
  () => openUploadForm([documentOf()]),
  hold(uploadDocument),
  () => uploadForm.file.upload([files.menu, files.prices]),
  () => uploadForm.submit.click(),
  seeRole('progressbar'),
]

const uploadAndClose: Step[] = [upload, keys('{Escape}'), seeRole('complementary', 'Uploads')]

checkStates('owner', {
  'documents-empty': [() => ownerWithDocuments([]), visit(TAB), see('Click above to add Documents!')],
  'documents-loading': [() => ownerWithDocuments([]), hold(listDocuments), visit(TAB), seeRole('status', 'Loading: Documents')],
  'documents-drop': [
    () => ownerWithDocuments([documentOf({ DocViewer: true }), documentOf({ DocId: 13 })]),
    visit(TAB),
    seeHeading('Spring menu'),
    () => dropOver(window, files.menu),
    seeDialog('Upload Document'),
  ],
  'documents-many': [() => ownerWithDocuments(many), visit(TAB), () => page.getByRole('searchbox').fill('minutes'), see('9 of 9 results')],
  'document-long': [() => ownerWithDocuments(many), visit(`${TAB}&show=document-20`), seeDialog(LONG)],
  'upload-several': [
    () => openUploadForm(),
    () => uploadForm.file.upload([files.menu, files.prices, files.notes]),
    seeHeading('2 more files after this one'),
  ],
  'upload-refused': [
    () => openUploadForm(),
    () => uploadForm.submit.click(),
    see('Title required'),
    () => dropOver(uploadForm.file.element(), files.program),
    see('Invalid file type (pdf/doc/ppt/xls/txt only)'),
  ],
  'upload-under-way': upload,
  'upload-elsewhere': [uploadAndClose, click('link', /Content/), seeHeading('Tasks')],
})
