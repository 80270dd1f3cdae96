import { setTimeout as sleep } from 'node:timers/promises'
import { setCompanyManager } from '@app/contracts/http/company-managers.ts'
import { addCompanyNote, type CompanyNote, listCompanyNotes } from '@app/contracts/http/company-notes.ts'
import { type BatchResult, createTaskBatch } from '@app/contracts/http/task-batches.ts'
import { addDays, todayIn } from '@app/contracts/rules/business-dates.ts'
import { COMPANY_FIELD } from '@app/contracts/rules/task-batches.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'

type Agency = Pick<Cast, 'send' | 'adminToken'>

/** Time limit for `company` to receive the event of a new admin, in milliseconds. */
const TIMEOUT_MS = 60_000
const REFUSED = 422

/** Sets the account manager of a company. Polls until `company` knows this admin. */
export async function setManager({ send, adminToken: token }: Agency, companyId: string, adminId: string): Promise<void> {
  const url = setCompanyManager.url.replace(':id', companyId)
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const response = send(setCompanyManager.method, url, { token, json: { adminId } })
    const { status } = await response
    if (status !== REFUSED || Date.now() > deadline) return void (await must(response))
    await sleep(100)
  }
}

/** Writes the team's notes about a company. Skips those that exist already. */
export async function writeTeamNotes({ send, adminToken: token }: Agency, companyId: string, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return
  const urlOf = (url: string) => url.replace(':id', companyId)
  const written = await must(send<CompanyNote[]>(listCompanyNotes.method, urlOf(listCompanyNotes.url), { token }))
  for (const text of texts) {
    if (!written.some((note) => note.text === text))
      await must(send(addCompanyNote.method, urlOf(addCompanyNote.url), { token, json: { text } }))
  }
}

const HOLIDAY_IN_DAYS = 12
const REVIEW_DAYS = 5

/** The brief that all companies get. */
export const holidayHours = {
  title: 'Holiday hours',
  headline: `${COMPANY_FIELD} over the holidays`,
  taskpurpose: 'Nobody should stand in front of a locked door.',
  calltoaction: 'Save this post',
  guidlines: 'Please send us your hours from December 24 to January 2, as a message on this task.',
  platform_fb: true,
  platform_insta: true,
} as const

/** Adds a company to the tasks that an admin creates with one brief. Each run of the demo has its own batch. */
export async function sendHolidayBrief({ send, adminToken: token, timeZone }: Cast, companyId: string, batchId: string): Promise<void> {
  const targetPostingDate = addDays(todayIn(timeZone), HOLIDAY_IN_DAYS)
  const brief = { ...holidayHours, targetPostingDate, submissionForReview: addDays(targetPostingDate, -REVIEW_DAYS) }
  const json = { brief, companies: [{ companyId, acceptFullMonth: true }] }
  const url = createTaskBatch.url.replace(':batchId', batchId)
  const { results } = await must(send<{ results: BatchResult[] }>(createTaskBatch.method, url, { token, json }))
  const refused = results.find(({ status }) => status >= 300)
  if (refused) throw new Error(`The task "${holidayHours.title}" was not created: ${refused.message}`)
}
