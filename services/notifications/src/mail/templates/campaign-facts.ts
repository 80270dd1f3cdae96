import type { Block } from '@app/chassis/mail/draft.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchMissed } from '@app/contracts/events/campaigns.ts'
import { formatDate } from '@app/contracts/format/dates.ts'

/** The data that all events about a dispatch contain. */
export type SendingEventData = Omit<EventData<typeof DispatchMissed>, 'reason'>

/** Shortens the campaign's name to one line of at most 100 characters, for subjects and sentences. */
export const nameOf = ({ name }: Pick<SendingEventData, 'name'>): string => oneLine(name, 100)

export const sendingFacts = (fact: SendingEventData, ...more: readonly (readonly [label: string, value: string])[]): Block => ({
  kind: 'facts',
  facts: [['Campaign', nameOf(fact)], ['Step', fact.stepType], ['Date', formatDate(fact.date)], ...more],
})

export const ownerCampaignUrl = ({ campaignId }: SendingEventData, publicUrl: string): string =>
  `${publicUrl}/management?section=2&open=${campaignId}`
