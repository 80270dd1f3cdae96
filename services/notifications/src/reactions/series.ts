import { brand } from '@app/contracts/brand.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { SeriesChanged } from '@app/contracts/events/tasks.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import { recurrenceText } from '@app/contracts/rules/recurrence.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { companyOf, titleOf } from './names.ts'
import type { Reaction } from './reaction.ts'

type SeriesData = EventData<typeof SeriesChanged>

function whatHappened(data: SeriesData): string {
  const who = data.changedBy === 'owner' ? companyOf(data) : brand.name
  if (data.change === 'ended') return `${who} stopped repeating ${titleOf(data)}.`
  const next = data.nextDate === null ? 'There are no further dates.' : `Next: ${formatDate(data.nextDate)}.`
  if (data.change === 'skipped')
    return `${who} skips ${titleOf(data)} on ${formatDate(data.skippedDate ?? data.recurrenceEndDate)}. ${next}`
  return `${who} changed how often ${titleOf(data)} repeats: ${recurrenceText(data)}. ${next}`
}

/** Adds a message to the list of the other side. Open screens reload all tasks, because several tasks of the series may have changed. */
export const reportSeriesChange: Reaction<typeof SeriesChanged> = async (trx, { type, data }) => {
  const { companyProfileId, ownerId, changedBy } = data
  const message = whatHappened(data)
  await addNotifications(trx, { type, companyProfileId, ownerId, ...(changedBy === 'owner' ? { admins: message } : { owner: message }) })
}
