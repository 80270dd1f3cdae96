import { createCampaign } from '@app/contracts/http/campaigns.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { WEEK_DAYS } from '@app/contracts/rules/campaigns.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import { posterImage } from './pictures/poster.ts'
import type { StoryCampaign, StoryCompany } from './story/story.ts'

const inDays = (days: number): string => addDays(todayIn(DEFAULT_TIMEZONE), days)

/** Submits a campaign. The field `inDays` of a step is a number of days from today. */
export async function submitCampaign(
  { send, ownerToken }: Cast,
  { profile }: StoryCompany,
  companyProfileId: string,
  { name, audience, weekly, steps }: StoryCampaign,
): Promise<void> {
  const sent = steps.map(({ type, subject, body, inDays: days }) => ({ type, subject, body, date: days === undefined ? '' : inDays(days) }))
  const fields = {
    companyProfileId,
    name,
    audience,
    campaignCategory: weekly ? 'Recurring' : 'Special Event',
    startDate: weekly ? inDays(weekly.startsInDays) : '',
    endDate: weekly ? inDays(weekly.startsInDays + weekly.weeks * WEEK_DAYS) : '',
    stepsJson: JSON.stringify(sent),
  }
  const images = steps.flatMap(({ image }, index) =>
    image ? [[`stepAttachment_${index}`, new File([posterImage(image, profile.companyName)], 'Picture.png')] as const] : [],
  )
  await must(send('POST', createCampaign.url, { token: ownerToken, fields, files: Object.fromEntries(images) }))
}
