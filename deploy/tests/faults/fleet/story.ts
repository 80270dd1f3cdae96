import { png } from '@app/chassis/testing/pictures.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { PASSWORD } from '../../support/client.ts'
import type { admin } from '../../support/product.ts'
import type { Ask } from './ask.ts'
import { allFeatures, type Features } from './features.ts'
import { storyAddress } from './mail-sink.ts'
import { runCampaignStory, type Stage } from './story-campaign.ts'
import { type ChangedTasks, runChangesStory } from './story-changes.ts'
import { runDocumentsStory } from './story-documents.ts'
import { runExportStory } from './story-export.ts'
import { runPreviewStory } from './story-previews.ts'
import { confirmOwner, type Inbox, runReviewStory } from './story-reviews.ts'
import { runSeriesStory } from './story-series.ts'

export interface StoryResult {
  features: Features
  email: string
  companyId: string
  /** Titles of the tasks that were not removed, by their last status. */
  posted: string
  approved: string
  feedback: string
  contact: string
  /** Keys (`shareOf`) of the documents that were not removed. */
  documents: readonly string[]
  /** Key (`previewKey`) of the preview with several files, if the story has one. */
  preview?: string
  /** The task that was approved through a review link, if the release has review links. */
  review?: { title: string; isConfirmed: boolean }
  /** Title of the two tasks of a series, if the release has series. */
  series?: string
  /** The tasks that both sides changed, if the release has such changes. */
  changes?: ChangedTasks
  /** Name of the campaign, if the story has spreadsheets. */
  campaign?: string
}

/** Returns the number of events of a story, by type. `audit.ts` compares these numbers with the numbers of notifications. */
export const eventsOf = ({ features, campaign, review, series, changes }: StoryResult): Readonly<Record<string, number>> => ({
  // A story with a campaign saves the profile a second time, with the URL of a spreadsheet.
  'company.profile-saved.v1': campaign ? 2 : 1,
  'tasks.task-created.v1': (review ? 4 : 3) + (series ? 2 : 0) + (changes ? 2 : 0),
  'tasks.preview-uploaded.v1': (review ? 4 : 3) + (series ? 1 : 0) + (changes ? 2 : 0),
  'tasks.preview-withdrawn.v1': changes ? 1 : 0,
  // The edit of the owner, and the move by an admin.
  'tasks.task-changed.v1': changes ? 2 : 0,
  'tasks.task-referred-back.v1': 1,
  'tasks.task-approved.v1': (review ? 3 : 2) + (series ? 1 : 0) + (changes ? 1 : 0),
  'tasks.approval-withdrawn.v1': changes ? 1 : 0,
  'tasks.approval-confirmed.v1': review?.isConfirmed ? 1 : 0,
  'tasks.task-posted.v1': (series ? 2 : 1) + (changes ? 1 : 0),
  'tasks.launch-undone.v1': changes ? 1 : 0,
  'tasks.task-removed.v1': changes ? 2 : 1,
  // Three documents are uploaded. One of them is opened, and one is removed.
  'documents.document-changed.v1': 5,
  'campaigns.dispatch-reported.v1': campaign ? 1 : 0,
  // An export was requested, and is ready.
  'company.export-changed.v1': features.hasExports ? 2 : 0,
})

/**
 * Returns the number of emails of a story by template. The number assumes that the product has one admin. Digests are not counted, because
 * one digest may list several documents or tasks. Reminders are not counted, because a changed task replaces a queued reminder. Emails about
 * changes are not counted, because one email may be about several changes.
 */
export const mailsOf = ({ features, campaign, review, series, changes }: StoryResult): Readonly<Record<string, number>> => ({
  welcome: 1,
  'preview-ready': (review ? 4 : 3) + (series ? 1 : 0) + (changes ? 2 : 0),
  posted: (series ? 2 : 1) + (changes ? 1 : 0),
  'launch-undone': changes ? 1 : 0,
  'task-removed': changes ? 1 : 0,
  receipt: review ? 1 : 0,
  contact: 1,
  'sending-done': campaign ? 1 : 0,
  'export-ready': features.hasExports ? 1 : 0,
})

/** Returns the number of decisions by kind. */
export const recordsOf = ({ review, series, changes }: StoryResult): Readonly<Record<string, number>> => ({
  'refer-back': 1,
  approve: (review ? 3 : 2) + (series ? 1 : 0) + (changes ? 1 : 0),
  undo: changes ? 1 : 0,
  launch: (series ? 2 : 1) + (changes ? 1 : 0),
  'undo-launch': changes ? 1 : 0,
  confirm: review?.isConfirmed ? 1 : 0,
})

export const signInAdmin = async (ask: Ask, as: typeof admin): Promise<string> =>
  (await ask<{ token: string }>({ method: 'POST', path: '/admin/login', json: as })).token

export interface StoryParts {
  /** URL of the gateways. */
  origin: string
  /** If undefined, the story has no campaign. */
  stage?: Stage
  inbox: Inbox
  /** The features of the release with which the test starts. By default, the features of this code. */
  features?: Features
}

/**
 * Runs a story. An owner signs up, and creates a company, tasks, documents and a campaign. One task is posted, one is approved, one is
 * approved through a review link, and one is removed. A further task belongs to a series, and both sides change and correct another one. At
 * last, the owner exports everything.
 */
export async function runStory(
  ask: Ask,
  adminToken: string,
  { origin, stage, inbox, features = allFeatures }: StoryParts,
): Promise<StoryResult> {
  const { hasPreviews, hasReviewLinks, hasRecord, hasSeries, hasChanges, hasExports } = features
  const mark = crypto.randomUUID()
  const email = storyAddress(mark)
  await ask({ method: 'POST', path: '/user', json: { username: 'Olive Owner', email, password: PASSWORD } })
  const { Token: token } = await ask<{ Token: string }>({ method: 'POST', path: '/auth', json: { email, password: PASSWORD } })
  if (hasReviewLinks) await confirmOwner(ask, inbox, email)
  const address = { address1: '12 Dock Street', city: 'Beaufort', state: 'SC', zip: '29902' }
  const profile = { companyName: `Company ${mark}`, industry: 'Coffee', email: 'hello@harborpine.example', phone: '8035550100', ...address }
  const { companyProfile } = await ask<{ companyProfile: CompanyProfile }>({
    method: 'POST',
    path: '/company/update-company-profile',
    token,
    fields: profile,
    files: { logo: png() },
  })

  const today = todayIn(DEFAULT_TIMEZONE)
  const dates = { submissionForReview: addDays(today, 2), targetPostingDate: addDays(today, 6) }
  const assign = (title: string) =>
    ask<Task>({
      method: 'POST',
      path: '/task/create-task',
      token,
      fields: { companyProfileId: companyProfile._id, title, platform_x: 'true', ...dates },
    })
  const deliver = ({ _id }: Task) =>
    ask({ method: 'POST', path: `/admin/upload-task-image/${_id}`, token: adminToken, files: { image: png() } })
  const move = ({ _id }: Task, by: string, json: object) => ask({ method: 'PUT', path: `/task/update-task/${_id}`, token: by, json })

  const texts = { posted: `posted ${mark}`, approved: `approved ${mark}`, feedback: `feedback ${mark}`, contact: `contact ${mark}` }
  const first = await assign(texts.posted)
  await deliver(first)
  await ask({ method: 'PUT', path: `/task/add-feedback-image/${first._id}`, token, fields: { feedback: texts.feedback } })
  const preview = hasPreviews
    ? await runPreviewStory(ask, { token, adminToken, taskId: first._id, caption: `preview ${mark}` })
    : void (await deliver(first))
  await move(first, token, { currentStatus: 'Approved' })
  await move(first, adminToken, { currentStatus: 'Posted', adminPostComment: 'Out since this morning.' })

  const second = await assign(texts.approved)
  await deliver(second)
  await move(second, token, { currentStatus: 'Approved' })

  const third = await assign(`removed ${mark}`)
  await ask({ method: 'DELETE', path: `/task/remove-task/${third._id}`, token })

  let review: StoryResult['review']
  if (hasReviewLinks) {
    const task = await assign(`approved by link ${mark}`)
    await deliver(task)
    review = { title: task.title, isConfirmed: await runReviewStory(ask, { ...inbox, token, adminToken, email, task, hasRecord }) }
  }

  const company = { token, adminToken, companyId: companyProfile._id, mark }
  const series = hasSeries ? await runSeriesStory(ask, { ...company, deliver }) : undefined
  const changes = hasChanges
    ? await runChangesStory(ask, { token, adminToken, email, sink: inbox.sink, mark, assign, deliver, move })
    : undefined
  const documents = await runDocumentsStory(ask, company)
  const campaign = stage && (await runCampaignStory(ask, { ...company, ...stage }))
  if (hasExports) await runExportStory(ask, { ...company, origin, documents: documents.length })

  const contact = { first_name: 'Vera', last_name: 'Visitor', mail: 'vera@example.com', mobile: '8035550100', message: texts.contact }
  await ask({ method: 'POST', path: '/contact', json: contact })
  return { features, email, companyId: companyProfile._id, documents, preview, review, series, changes, campaign, ...texts }
}
