import { waitingWork } from '@app/chassis/operations/waiting.ts'
import { pendingDigests } from './documents/pending-digest.repository.ts'
import { mails } from './mail/mail.repository.ts'
import { sheetRows } from './sheet/sheet.repository.ts'

/** Operators can list the unsettled work of these queues. */
export const waiting = [
  waitingWork('mails', mails),
  waitingWork('contact-rows', sheetRows),
  waitingWork('shared-documents', pendingDigests),
]
