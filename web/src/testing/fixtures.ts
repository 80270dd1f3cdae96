import { listColleagues } from '@app/contracts/http/colleagues.ts'
import { brandImageFields, type CompanyProfile, getCompanyProfile, profileTextFields } from '@app/contracts/http/company.ts'
import { type Document, listDocuments } from '@app/contracts/http/documents.ts'
import { listNotes } from '@app/contracts/http/notes.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import { listPhotos, type Photo } from '@app/contracts/http/photos.ts'
import { listPreviewNotes } from '@app/contracts/http/preview-notes.ts'
import { listPreviews, type Preview, type PreviewFile } from '@app/contracts/http/previews.ts'
import { getReviewSettings } from '@app/contracts/http/reviews.ts'
import { getMe, type Me } from '@app/contracts/http/session.ts'
import { getTask, listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { platforms } from '@app/contracts/rules/task-status.ts'
import { emptyBrief } from '../domain/task/brief.ts'
import { answer, never, refusal, reply, type Sent } from './api.ts'
import { signInAs } from './open.tsx'
// Lazy parts are imported here, so that loading them does not count toward the timeouts of a test.
import '../app/ManagementRoute.tsx'
import '../features/digital-content/DigitalContent.tsx'
import '../features/digital-content/components/PostedTasks.tsx'
import '../features/digital-content/components/TaskReview.tsx'
import '../features/digital-content/create/CreateTask.tsx'
import '../domain/task/TaskNoteList.tsx'
import '../shared/ui/Toasts.tsx'

const at = '2026-12-01T12:00:00.000Z'

export const owner: Me = { _id: 'owner-1', email: 'ann@bakery.example', username: 'Ann', role: 'owner', emailVerified: true }

export const company: CompanyProfile = {
  ...(Object.fromEntries(profileTextFields.map((field) => [field, ''])) as Record<(typeof profileTextFields)[number], string>),
  ...(Object.fromEntries(brandImageFields.map((field) => [field, null])) as Record<(typeof brandImageFields)[number], null>),
  _id: 'company-1',
  companyName: 'Bakery',
  logo: null,
  gsapi: '',
  version: 1,
  createdAt: at,
  updatedAt: at,
}

/** Returns the data URL of a one-color image. Images of different colors have different URLs. */
export const picture = (colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${colour}"/></svg>`)}`

const recurrence = {
  isRecurring: false,
  recurrenceType: null,
  recurrenceStartDate: null,
  recurrenceEndDate: null,
  weeklyDayOfWeek: null,
  monthlyWeek: null,
  monthlyDayOfWeek: null,
}

/** Returns a task with a preview that the owner has not reviewed yet. */
export const taskOf = (changes: Partial<Task> = {}): Task => ({
  _id: `task-${changes.taskId ?? 5}`,
  taskId: 5,
  companyProfileId: company._id,
  ...emptyBrief,
  title: 'Winter bread',
  targetPostingDate: '2026-12-07',
  targetPostingTime: null,
  submissionForReview: '2026-12-04',
  currentStatus: 'Pending',
  ...recordOf(platforms, () => false),
  platform_insta: true,
  referenceImage: null,
  briefVersion: 1,
  previewBriefVersion: 1,
  doneTaskImage: picture('coral'),
  doneTaskThumbnail: null,
  previewNo: 1,
  approvedPreviewNo: null,
  approvalUnconfirmed: false,
  emailBounced: false,
  remindedAt: null,
  adminPostComment: null,
  postedAt: changes.currentStatus === 'Posted' ? (changes.updatedAt ?? at) : null,
  postedOn: null,
  postLinks: {},
  rollbackFeedback: [],
  ...recurrence,
  recurrence,
  seriesId: null,
  occurrenceNo: null,
  occurrenceDate: null,
  nextOccurrenceDate: null,
  version: 2,
  createdAt: at,
  updatedAt: at,
  ...changes,
})

/** Returns a delivered preview with one picture. `number` is 1 unless it is given. */
export const previewOf = (changes: Partial<Preview> = {}): Preview => {
  const { number = 1 } = changes
  return {
    _id: `preview-${number}`,
    number,
    state: 'delivered',
    caption: '',
    contentHash: 'c'.repeat(64),
    createdAt: at,
    deliveredAt: at,
    isCurrent: true,
    isApproved: false,
    files: [previewFileOf()],
    ...changes,
  }
}

/** Returns the file of a preview: a square coral picture unless another file is given. */
export const previewFileOf = (changes: Partial<PreviewFile> = {}): PreviewFile => ({
  kind: 'image',
  mediaType: 'image/png',
  url: picture('coral'),
  display: picture('coral'),
  thumbnail: picture('coral'),
  poster: null,
  bytes: 2048,
  // Equal pictures have equal hashes.
  sha256: changes.url ?? picture('coral'),
  width: 40,
  height: 40,
  durationMs: null,
  alternativeText: '',
  ...changes,
})

/** Returns a document whose link is valid for an hour. */
export const documentOf = (changes: Partial<Document> = {}): Document => {
  const { DocId = 12 } = changes
  return {
    _id: `document-${DocId}`,
    DocId,
    companyProfileId: company._id,
    title: 'Spring menu',
    description: '',
    documentType: 'pdf',
    DocViewer: false,
    linkformatedocument: `/files/documents/${DocId}?signature=first`,
    linkExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    fileName: 'spring-menu.pdf',
    size: 2_516_582,
    note: null,
    openedAt: null,
    createdAt: at,
    ...changes,
  }
}

/** Returns a photo whose links are valid for an hour. `n` gives each photo its own id, name and color. */
export const photoOf = (n: number, changes: Partial<Photo> = {}): Photo => {
  const url = picture(`hsl(${n * 40} 45% 55%)`)
  return {
    _id: `photo-${n}`,
    deliveryId: 'delivery-1',
    companyProfileId: company._id,
    taskId: null,
    note: '',
    sha256: String(n).padStart(64, '0'),
    fileName: `IMG_${n}.jpg`,
    size: 2_516_582,
    width: 1600,
    height: 1200,
    url,
    displayUrl: url,
    thumbnailUrl: url,
    linkExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    sentAt: at,
    ...changes,
  }
}

/** Signs in an owner whose company has these tasks. The returned array is read at each request, so tests can change it. */
export function ownerWith(...tasks: Task[]): Task[] {
  signInAs.owner()
  answer(getMe, () => reply(getMe, owner))
  answer(getCompanyProfile, () => reply(getCompanyProfile, company))
  answer(listTasks, () => reply(listTasks, tasks))
  answer(listPreviews, () => reply(listPreviews, []))
  answer(listNotes, () => reply(listNotes, []))
  answer(listPreviewNotes, () => reply(listPreviewNotes, []))
  answer(listColleagues, () => reply(listColleagues, []))
  answer(getReviewSettings, () => reply(getReviewSettings, { reviewLinks: true, codeForNewBrowser: false }))
  answer(getTask, ({ address }) => {
    const task = tasks.find(({ taskId }) => address.endsWith(`/${taskId}`))
    return task ? reply(getTask, task) : refusal(404, 'There is no such task.')
  })
  return tasks
}

/** Mocks the portal of an owner. `tasks` is called at each request. Returns the recorded requests of `listTasks`. */
export function ownerAtWork(tasks: () => Task[] | Promise<Task[]>): Sent[] {
  answer(getMe, () => reply(getMe, owner))
  answer(getCompanyProfile, () => reply(getCompanyProfile, company))
  answer(streamNotifications, never)
  answer(listPreviews, () => reply(listPreviews, []))
  answer(listPreviewNotes, () => reply(listPreviewNotes, []))
  return answer(listTasks, async () => reply(listTasks, await tasks()))
}

/** Signs in an owner whose company has these documents. Returns the list requests. */
export function ownerWithDocuments(documents: Document[]): Sent[] {
  ownerWith()
  answer(streamNotifications, never)
  answer(listPhotos, () => reply(listPhotos, []))
  return answer(listDocuments, () => reply(listDocuments, { success: true, data: documents }))
}
