import type { SendingEventData } from './templates/campaign-facts.ts'
import type { TaskEventData } from './templates/task-facts.ts'

// The following functions replace text that the owner entered, because an unconfirmed address may belong to another person (ADR 0056).

const COMPANY = 'your company'
const REASON_SHOWN_THERE = 'You can see the reason in your portal.'

export const neutralTask = <T extends TaskEventData>(task: T): T => ({ ...task, title: `task #${task.taskId}`, companyName: COMPANY })

/** Replaces the names and the reason. The reason can quote the campaign's text. */
export const neutralSending = <T extends SendingEventData>(sending: T): T => ({
  ...sending,
  name: 'your campaign',
  companyName: COMPANY,
  ...('reason' in sending && { reason: REASON_SHOWN_THERE }),
})

/** Replaces the names and the reason. The reason can quote the spreadsheet. `name` is the name of a customer in the spreadsheet. */
export const neutralSheet = <T extends { companyName: string; reason: string }>(sheet: T): T => ({
  ...sheet,
  companyName: COMPANY,
  reason: REASON_SHOWN_THERE,
  ...('name' in sheet && { name: '' }),
})
