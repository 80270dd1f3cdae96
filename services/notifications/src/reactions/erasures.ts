import type { EventData } from '@app/contracts/define.ts'
import type { ErasureChanged } from '@app/contracts/events/company.ts'
import type { CompanyMailTopic } from '@app/contracts/http/mail-content.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { companyOf } from './names.ts'
import type { Reaction } from './reaction.ts'

type Change = EventData<typeof ErasureChanged>['change']

const topics: Readonly<Partial<Record<Change, CompanyMailTopic>>> = {
  asked: 'erasure-confirm',
  waiting: 'erasure-waits',
  soon: 'erasure-soon',
  begins: 'erasure-begins',
  canceled: 'erasure-canceled',
}

/** Returns the messages in the lists of the owner and of the admins. Without a message, open screens only refetch their data. */
function messagesAbout(data: EventData<typeof ErasureChanged>): { owner?: string; admins?: string } {
  switch (data.change) {
    case 'waiting':
      return { admins: `${companyOf(data)} asked us to erase the company and all its data.` }
    case 'kept':
      return { owner: 'Your company stays. Nothing was erased.', admins: `${companyOf(data)} stays: the owner canceled the erasure.` }
    case 'canceled':
      return { owner: 'We canceled the erasure of your company. Please read our email.' }
    default:
      return {}
  }
}

/** Reports the erasure of a company to the owner by email, and to the admins in their list. */
export const reportErasure: Reaction<typeof ErasureChanged> = async (trx, { id: eventId, type, data }) => {
  const { erasureId: about, companyProfileId, ownerId, change } = data
  await addNotifications(trx, { type, companyProfileId, ownerId, ...messagesAbout(data) })
  const topic = topics[change]
  if (!topic) return
  const mail = { eventId, topic, about, companyId: companyProfileId, isUrgent: change === 'asked' }
  await requestMails(trx, 'company', [{ ...mail, recipient: { kind: 'owner', id: ownerId } }])
}
