import type { Block } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/one-line.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchMissed } from '@app/contracts/events/campaigns.ts'
import { dateInWords } from './task-facts.ts'

/** The data of every event about a sending. */
export type SendingEventData = Omit<EventData<typeof DispatchMissed>, 'reason'>

/** The campaign's name as a sentence or a subject takes it. */
export const nameOf = ({ name }: Pick<SendingEventData, 'name'>): string => oneLine(name, 100)

/** Which sending it is, and what else is to be said of it in a line. */
export const sendingFacts = (fact: SendingEventData, ...more: readonly (readonly [label: string, value: string])[]): Block => ({
  kind: 'facts',
  facts: [['Campaign', nameOf(fact)], ['Step', fact.stepType], ['Date', dateInWords(fact.date)], ...more],
})

/** Returns the URL that opens the campaign in the owner's portal. */
export const ownerCampaignUrl = ({ campaignId }: SendingEventData, publicUrl: string): string =>
  `${publicUrl}/management?section=2&open=${campaignId}`
