import type { SendingEventData } from './templates/campaign-facts.ts'
import type { TaskEventData } from './templates/task-facts.ts'

/*
 * Until an owner has confirmed the email address, it may be the address of a stranger. These functions return facts for an
 * email to such an address: whatever the owner wrote is replaced by words of ours.
 */

const COMPANY = 'your company'
const REASON_SHOWN_THERE = 'You can see the reason in your portal.'

export const neutralTask = <T extends TaskEventData>(task: T): T => ({ ...task, title: `task #${task.taskId}`, companyName: COMPANY })

/** The reason can quote the text of a campaign. */
export const neutralSending = <T extends SendingEventData>(sending: T): T => ({
  ...sending,
  name: 'your campaign',
  companyName: COMPANY,
  ...('reason' in sending && { reason: REASON_SHOWN_THERE }),
})

/** The reason can quote a spreadsheet, `name` is the name of a customer in it. */
export const neutralSheet = <T extends { companyName: string; reason: string }>(sheet: T): T => ({
  ...sheet,
  companyName: COMPANY,
  reason: REASON_SHOWN_THERE,
  ...('name' in sheet && { name: '' }),
})
