import { waitingWork } from '@app/chassis/operations/waiting.ts'
import { pendingDigests } from './documents/pending-digest.repository.ts'
import { mails } from './mail/mail.repository.ts'
import { sheetRows } from './sheet/sheet.repository.ts'

/** What may wait here, for operators. */
export const waiting = [
  waitingWork('mails', mails),
  waitingWork('contact-rows', sheetRows),
  waitingWork('shared-documents', pendingDigests),
]
