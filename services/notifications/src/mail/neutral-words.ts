import type { SendingEventData } from './templates/campaign-facts.ts'
import type { TaskEventData } from './templates/task-facts.ts'

/*
 * An email address that the owner has not confirmed may belong to a stranger. To prevent abuse (ADR 0056), these functions replace text
 * that the owner entered by neutral text.
 */

const COMPANY = 'your company'
const REASON_SHOWN_THERE = 'You can see the reason in your portal.'

/** Replaces the task's title and the company's name. */
export const neutralTask = <T extends TaskEventData>(task: T): T => ({ ...task, title: `task #${task.taskId}`, companyName: COMPANY })

/** Replaces the names of the campaign and the company, and the reason, which can quote the campaign's text. */
export const neutralSending = <T extends SendingEventData>(sending: T): T => ({
  ...sending,
  name: 'your campaign',
  companyName: COMPANY,
  ...('reason' in sending && { reason: REASON_SHOWN_THERE }),
})

/** Replaces the company's name, the reason, which can quote the spreadsheet, and `name`, the name of a customer in the spreadsheet. */
export const neutralSheet = <T extends { companyName: string; reason: string }>(sheet: T): T => ({
  ...sheet,
  companyName: COMPANY,
  reason: REASON_SHOWN_THERE,
  ...('name' in sheet && { name: '' }),
})
