import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import type { CampaignMailTopic } from '@app/contracts/http/mail-content.ts'
import type { OwnerMailDeps } from './deps.ts'
import { composeSendingDone, composeSendingHeld, composeSendingLate, composeSendingMissed } from './dispatches.ts'
import { composeSendingResumed, composeSendingSuspended } from './suspensions.ts'

/** The composers of all emails to owners about their campaigns. */
export const campaignComposers = (deps: OwnerMailDeps): Readonly<Record<CampaignMailTopic, ComposeMail>> => ({
  'sending-late': composeSendingLate(deps),
  'sending-missed': composeSendingMissed(deps),
  'sending-held': composeSendingHeld(deps),
  'sending-done': composeSendingDone(deps),
  'sending-suspended': composeSendingSuspended(deps),
  'sending-resumed': composeSendingResumed(deps),
})
