import type { Block } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { StepType } from '@app/contracts/rules/campaigns.ts'

/** The data of a dispatch that all emails about it show. */
export interface MailedDispatch {
  campaignId: string
  /** Name of the campaign. */
  name: string
  stepType: StepType
  date: CalendarDate
}

/** Shortens the campaign's name to one line of at most 100 characters, for subjects and sentences. */
export const nameOf = ({ name }: Pick<MailedDispatch, 'name'>): string => oneLine(name, 100)

/** Returns the block with the campaign, step and date of a dispatch, and further facts. */
export const sendingFacts = (dispatch: MailedDispatch, ...more: readonly (readonly [label: string, value: string])[]): Block => ({
  kind: 'facts',
  facts: [['Campaign', nameOf(dispatch)], ['Step', dispatch.stepType], ['Date', formatDate(dispatch.date)], ...more],
})

/** The campaign in the portal of its owner. */
export const ownerCampaignUrl = ({ campaignId }: MailedDispatch, publicUrl: string): string =>
  `${publicUrl}/management?section=2&open=${campaignId}`
