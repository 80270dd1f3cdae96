import { png } from '@app/chassis/testing/pictures.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { admin } from '../product.ts'
import { PASSWORD } from '../system/client.ts'
import type { Ask } from './ask.ts'
import { runCampaignStory, type Stage } from './story-campaign.ts'
import { runDocumentsStory } from './story-documents.ts'
import { runPreviewStory } from './story-previews.ts'

export interface StoryResult {
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
  /** Name of the campaign, if the story has spreadsheets. */
  campaign?: string
}

/** Returns the number of events by type. Uploads are omitted: if a document's removal is handled first, its upload adds no notification. */
export const eventsOf = ({ campaign }: StoryResult): Readonly<Record<string, number>> => ({
  // A story with a campaign saves the profile a second time, with the URL of a spreadsheet.
  'company.profile-saved.v1': campaign ? 2 : 1,
  'tasks.task-created.v1': 3,
  'tasks.preview-uploaded.v1': 3,
  'tasks.task-referred-back.v1': 1,
  'tasks.task-approved.v1': 2,
  'tasks.task-posted.v1': 1,
  'tasks.task-removed.v1': 1,
  'documents.document-opened.v1': 1,
  'documents.document-removed.v1': 1,
  'campaigns.dispatch-done.v1': campaign ? 1 : 0,
})

/** Returns the number of emails by template, with one admin. Digests are not counted, because one digest may list several documents. */
export const mailsOf = ({ campaign }: StoryResult): Readonly<Record<string, number>> => ({
  welcome: 1,
  'preview-ready': 3,
  posted: 1,
  'task-assigned': 3,
  'referred-back': 1,
  approved: 2,
  contact: 1,
  'sending-done': campaign ? 1 : 0,
})

export const signInAdmin = async (ask: Ask, as: typeof admin): Promise<string> =>
  (await ask<{ token: string }>({ method: 'POST', path: '/admin/login', json: as })).token

export interface StoryParts {
  /** If undefined, the story has no campaign. */
  stage?: Stage
  /** Whether the product has previews of several files. The first release has only previews of one image. */
  hasPreviews?: boolean
}

/** Runs a story: an owner signs up, creates a company and three tasks (posted, approved, removed), documents and a campaign. */
export async function runStory(ask: Ask, adminToken: string, { stage, hasPreviews = true }: StoryParts): Promise<StoryResult> {
  const mark = crypto.randomUUID()
  const email = `story-${mark}@example.com`
  await ask({ method: 'POST', path: '/user', json: { username: 'Olive Owner', email, password: PASSWORD } })
  const { Token: token } = await ask<{ Token: string }>({ method: 'POST', path: '/auth', json: { email, password: PASSWORD } })
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

  const company = { token, adminToken, companyId: companyProfile._id, mark }
  const documents = await runDocumentsStory(ask, company)
  const campaign = stage && (await runCampaignStory(ask, { ...company, ...stage }))

  const contact = { first_name: 'Vera', last_name: 'Visitor', mail: 'vera@example.com', mobile: '8035550100', message: texts.contact }
  await ask({ method: 'POST', path: '/contact', json: contact })
  return { email, companyId: companyProfile._id, documents, preview, campaign, ...texts }
}
