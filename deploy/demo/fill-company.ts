import { type BrandImageField, brandImageFields, type CompanyProfile } from '@app/contracts/http/company.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { type Client, must, PASSWORD } from '../test/system/client.ts'
import { fillSheet } from './fill-sheet.ts'
import { logoImage, posterImage } from './pictures/poster.ts'
import { playTask } from './play-task.ts'
import { shareDocument } from './share-document.ts'
import type { StoryCompany } from './story/story.ts'
import { submitCampaign } from './submit-campaign.ts'

/** Two days ahead for the submission, whatever time zone the product does business in, and three to review. */
const FIRST_TARGET_DAYS = 5
/** So far apart no calendar month gets more dated tasks than its cap. */
const DAYS_BETWEEN_TARGETS = 8

/** Creates the owner's account. False when there is one with that address. */
export async function signUp(send: Client, owner: StoryCompany['owner']): Promise<boolean> {
  const answer = send('POST', '/user', { json: { ...owner, password: PASSWORD } })
  if ((await answer).status === 409) return false
  await must(answer)
  return true
}

async function createProfile(send: Client, token: string, { profile, logo, brandImages }: StoryCompany): Promise<CompanyProfile> {
  const images = brandImages.map((poster, index): [BrandImageField, Buffer<ArrayBuffer>] => {
    const field = brandImageFields[index]
    if (!field) throw new Error(`${profile.companyName} has more brand images than a profile takes`)
    return [field, posterImage(poster, profile.companyName)]
  })
  const files = { logo: logoImage(logo.motif, logo.palette), ...Object.fromEntries(images) }
  const created = send<{ companyProfile: CompanyProfile }>('POST', '/company/update-company-profile', { token, fields: profile, files })
  return (await must(created)).companyProfile
}

interface Surroundings {
  send: Client
  adminToken: string
  sheetsUrl: string | undefined
}

/**
 * The company of an owner who has just signed up: its profile, its tasks as they have come along so far, and where there are
 * spreadsheets its customers, and what is to be sent to them.
 */
export async function fillCompany({ send, adminToken, sheetsUrl }: Surroundings, company: StoryCompany): Promise<void> {
  const { email } = company.owner
  const { Token: ownerToken } = await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))
  const { _id } = await createProfile(send, ownerToken, company)
  const cast = { send, ownerToken, adminToken }
  let target = addDays(todayIn(DEFAULT_TIMEZONE), FIRST_TARGET_DAYS)
  for (const task of company.tasks) {
    await playTask(cast, company, _id, task, target)
    if (!task.recurrence) target = addDays(target, DAYS_BETWEEN_TARGETS)
  }
  for (const document of company.documents) await shareDocument(cast, _id, document)
  if (!company.customers || !sheetsUrl) return
  await fillSheet(cast, _id, sheetsUrl, company.customers)
  for (const campaign of company.campaigns ?? []) await submitCampaign(cast, company, _id, campaign)
}
