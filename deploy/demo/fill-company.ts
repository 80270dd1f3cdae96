import { getCalendarFeed, renewCalendarFeed } from '@app/contracts/http/calendar.ts'
import { type BrandImageField, brandImageFields, type CompanyProfile } from '@app/contracts/http/company.ts'
import { type CompanyExport, listOwnExports, requestOwnExport } from '@app/contracts/http/exports.ts'
import { getQuota, setPlan } from '@app/contracts/http/quotas.ts'
import type { Me } from '@app/contracts/http/session.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { type Client, confirmEmail, must, PASSWORD } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import { requestNewEmail } from './change-email.ts'
import { fillSheet } from './fill-sheet.ts'
import { finishTask } from './finish-task.ts'
import { type FoundCompany, findCompany, isComplete } from './found-company.ts'
import type { Managers } from './invite-admins.ts'
import { inviteStoryColleague } from './invite-colleague.ts'
import { holidayHours, sendHolidayBrief, setManager, writeTeamNotes } from './look-after-company.ts'
import { logoImage, posterImage } from './pictures/poster.ts'
import { playTask } from './play-task.ts'
import { sendPhotos } from './send-photos.ts'
import { shareDocument } from './share-document.ts'
import type { StoryCompany, StoryTask } from './story/story.ts'
import { submitCampaign } from './submit-campaign.ts'
import { tellPast } from './tell-past.ts'
import { together } from './together.ts'

/**
 * Days until the first posting date: two until the submission for review, and three for the review. The submission must be tomorrow or
 * later in the business's time zone. The date two days from now is tomorrow or later in every time zone.
 */
const FIRST_TARGET_DAYS = 5
/** Days between posting dates, so that no month has more tasks with dates than allowed. */
const DAYS_BETWEEN_TARGETS = 8

/** Creates the owner's account. Returns false if the account already exists. */
async function signUp(send: Client, owner: StoryCompany['owner']): Promise<boolean> {
  const response = send('POST', '/user', { json: { ...owner, password: PASSWORD } })
  if ((await response).status === 409) return false
  await must(response)
  return true
}

async function createProfile(send: Client, token: string, { profile, logo, brandImages }: StoryCompany): Promise<CompanyProfile> {
  const images = brandImages.map((poster, index): [BrandImageField, Buffer<ArrayBuffer>] => {
    const field = brandImageFields[index]
    if (!field) throw new Error(`${profile.companyName} has more brand images than a profile allows`)
    return [field, posterImage(poster, profile.companyName)]
  })
  const files = { logo: logoImage(logo.motif, logo.palette), ...Object.fromEntries(images) }
  const created = send<{ companyProfile: CompanyProfile }>('POST', '/company/update-company-profile', { token, fields: profile, files })
  return (await must(created)).companyProfile
}

/** Signs an owner in and returns the token. Returns undefined if the owner has changed the demo's password. */
async function signIn(send: Client, { email }: StoryCompany['owner']): Promise<string | undefined> {
  const response = await send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } })
  if (response.status === 401) return undefined
  return (await must(Promise.resolve(response))).Token
}

export interface Surroundings {
  send: Client
  adminToken: string
  /** URL of the server of development spreadsheets. Undefined if it is not running. */
  sheetsUrl: string | undefined
  /** URL of the mail inbox. Undefined if emails are sent to real mailboxes. */
  inboxUrl: string | undefined
  /** URL of the product's database. Undefined if the product does not use the data folder of these settings. */
  databaseUrl?: string | undefined
  /** Time zone of the business. */
  timeZone: string
  managers: Promise<Managers>
  /** Id of the tasks that an admin creates with one brief for all companies. */
  holidayBatchId: string
}

/** Confirms the owner's email address with the link in the welcome email, unless it is already confirmed or there is no mail inbox. */
async function confirmOwner({ send, inboxUrl }: Surroundings, token: string, { email }: StoryCompany['owner']): Promise<void> {
  if (!inboxUrl) return
  const { emailVerified } = await must(send<Me>('GET', '/me', { token }))
  if (!emailVerified) await confirmEmail(send, inboxUrl, email)
}

/**
 * Creates an owner's account and fills its company, or completes the company after an interrupted run. Does not change a complete company
 * or a company whose owner has changed the demo's password (`locked`).
 */
export async function addCompany(
  surroundings: Surroundings,
  company: StoryCompany,
): Promise<'added' | 'completed' | 'complete' | 'locked'> {
  const { send, sheetsUrl } = surroundings
  const isNew = await signUp(send, company.owner)
  const ownerToken = await signIn(send, company.owner)
  if (!ownerToken) return 'locked'
  await confirmOwner(surroundings, ownerToken, company.owner)
  const found = await findCompany(send, ownerToken)
  if (isComplete(found, company, sheetsUrl !== undefined)) return 'complete'
  await fillCompany(surroundings, ownerToken, company, found)
  return isNew ? 'added' : 'completed'
}

/**
 * Sets the company's plan. Without a confirmed email address, the free plan is too small for the demo. The first request makes the service
 * `tasks` fetch a company whose event it has not received yet.
 */
async function choosePlan({ send, adminToken }: Surroundings, ownerToken: string, companyProfileId: string): Promise<void> {
  await must(send(getQuota.method, getQuota.url.replace(':companyProfileId', companyProfileId), { token: ownerToken }))
  const json = { plan: 'short-run', ownLimits: { openTasks: null, series: null, fileMegabytes: null } }
  await must(send(setPlan.method, setPlan.url.replace(':companyProfileId', companyProfileId), { token: adminToken, json }))
}

/** Turns the company's calendar feed on, unless it is on already. A second request would replace its address. */
async function turnFeedOn(send: Client, token: string, companyProfileId: string): Promise<void> {
  const url = getCalendarFeed.url.replace(':companyProfileId', companyProfileId)
  const feed = await must(send<{ url: string | null }>('GET', url, { token }))
  if (feed.url === null) await must(send(renewCalendarFeed.method, url, { token }))
}

const findTitle = <T extends { title: string }>(all: readonly T[], title: string): T | undefined => all.find((one) => one.title === title)

/** Performs the steps of the story that no other steps need, and that need no other steps. */
async function lookAfter({ managers, inboxUrl }: Surroundings, cast: Cast, company: StoryCompany, companyProfileId: string) {
  await writeTeamNotes(cast, companyProfileId, company.teamNotes ?? [])
  if (company.newEmail && inboxUrl) await requestNewEmail(cast, company.newEmail)
  await setManager(cast, companyProfileId, (await managers)[company.manager])
}

interface Played {
  story: StoryTask
  task: Task
}

/** Plays the tasks of a company, one after the other. Skips those that an earlier run has completed. Returns all of them. */
async function playTasks(cast: Cast, company: StoryCompany, companyProfileId: string, found: readonly Task[]): Promise<Played[]> {
  const first = addDays(todayIn(DEFAULT_TIMEZONE), FIRST_TARGET_DAYS)
  let target = first
  const foundTasks = company.tasks.map((story) =>
    found.find(({ title, occurrenceNo }) => title === story.title && (occurrenceNo ?? 1) === 1),
  )
  const lastFound = foundTasks.findLastIndex((task) => task !== undefined)
  const played: Played[] = []
  for (const [index, story] of company.tasks.entries()) {
    const task = foundTasks[index]
    // Only the last task can be incomplete, because a task is assigned only after the previous task is complete. A missing task before it was
    // removed. Series begin in the first week, so that their dates fill the calendar of the next month.
    const isComplete = index < lastFound
    const known = isComplete ? task : await playTask(cast, company, companyProfileId, story, story.recurrence ? first : target, task)
    if (known) played.push({ story, task: known })
    if (!story.recurrence) target = addDays(target, DAYS_BETWEEN_TARGETS)
  }
  return played
}

/**
 * Fills a company with content. Skips the steps that an earlier run has completed (`found`). If no server of development spreadsheets runs
 * (`sheetsUrl` is undefined), adds no customers and no campaigns.
 */
async function fillCompany(surroundings: Surroundings, ownerToken: string, company: StoryCompany, found: FoundCompany): Promise<void> {
  const { send, adminToken, sheetsUrl, inboxUrl, databaseUrl, timeZone, holidayBatchId } = surroundings
  const { _id, gsapi } = found.profile ?? (await createProfile(send, ownerToken, company))
  await choosePlan(surroundings, ownerToken, _id)
  const mailbox = inboxUrl ? { inboxUrl, email: company.owner.email } : undefined
  const cast = { send, ownerToken, adminToken, mailbox, timeZone }
  const caring = lookAfter(surroundings, cast, company, _id)
  const playing = playTasks(cast, company, _id, found.tasks)
  await together([caring, playing])
  const played = await playing
  const taskIdOf = (title: string) => played.find(({ story }) => story.title === title)?.task.taskId
  const shareDocuments = async (documents: StoryCompany['documents']) => {
    for (const story of documents) await shareDocument(cast, _id, story, findTitle(found.documents, story.title))
  }
  await together([
    inviteColleagues(surroundings, cast, company, _id),
    ...played.map(({ story, task }) => finishTask(cast, task, story, company.profile.companyName)),
    ...(company.photos ?? []).map((photos) => sendPhotos(cast, { companyProfileId: _id, taskIdOf }, photos)),
    shareDocuments(company.documents.slice(0, -1)),
    findTitle(found.tasks, holidayHours.title) ? Promise.resolve() : sendHolidayBrief(cast, _id, holidayBatchId),
  ])
  if (databaseUrl) await tellPast(cast, company, _id, databaseUrl, found.tasks)
  // The last document shows that a company without customers is complete.
  await shareDocuments(company.documents.slice(-1))
  if (company.calendarFeed) await turnFeedOn(send, ownerToken, _id)
  if (company.customers && sheetsUrl) {
    if (!gsapi) await fillSheet(cast, _id, sheetsUrl, company.customers)
    for (const campaign of company.campaigns ?? []) {
      if (!found.campaigns.some(({ name }) => name === campaign.name)) await submitCampaign(cast, company, _id, campaign)
    }
  }
  if (company.isExported) await startExport(send, ownerToken)
}

/** Starts an export of the company, unless it has one. The worker prepares it after the demo. */
async function startExport(send: Client, token: string): Promise<void> {
  const exports = await must(send<CompanyExport[]>(listOwnExports.method, listOwnExports.url, { token }))
  if (exports.length === 0) await must(send(requestOwnExport.method, requestOwnExport.url, { token }))
}

/** The product sends invitations only for owners with a confirmed email address, and the demo confirms it with an email. */
async function inviteColleagues(
  { inboxUrl }: Surroundings,
  { send, ownerToken }: Cast,
  { colleagues = [] }: StoryCompany,
  companyId: string,
) {
  if (inboxUrl) for (const colleague of colleagues) await inviteStoryColleague({ send, ownerToken, inboxUrl }, companyId, colleague)
}
