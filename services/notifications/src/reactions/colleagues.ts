import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { ColleagueChanged } from '@app/contracts/events/colleagues.ts'
import type { MailRecipient, TaskMailTopic } from '@app/contracts/http/mail-content.ts'
import { COLLEAGUE_NAME_MAX } from '@app/contracts/rules/colleagues.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'

type Changed = ReceivedEvent<typeof ColleagueChanged>

interface Effects {
  /** Message in the owner's list. Without a message, the open screens only refetch their data. */
  message?: string
  topic?: TaskMailTopic
  recipientKind?: MailRecipient['kind']
}

/** Returns what a change causes. A change that the owner made causes only the invitation. */
function effectsOf({ change, name, may, hasDeclined }: Changed['data']): Effects {
  const shownName = oneLine(name, COLLEAGUE_NAME_MAX)
  switch (change) {
    case 'invited':
      return { topic: 'colleague-invitation', recipientKind: 'colleague' }
    case 'accepted':
      return {
        message: `${shownName} accepted your invitation and can now ${may === 'decide' ? 'decide on' : 'look at'} previews.`,
        topic: 'colleague-joined',
      }
    case 'left':
      return hasDeclined
        ? { message: `${shownName} declined your invitation.`, topic: 'colleague-declined' }
        : { message: `${shownName} no longer gets emails about your previews.`, topic: 'colleague-left' }
    case 'bounced':
      return { message: `We couldn’t deliver our email to ${shownName}. Please check the email address.` }
    case 'return-asked':
      return {
        message: `${shownName} asks to be your colleague again. Please agree or refuse under Colleagues.`,
        topic: 'colleague-asks',
      }
    default:
      return {}
  }
}

/** Reports a change of a colleague to the owner. Emails the invitation to the colleague. */
export async function reportColleague(trx: Transaction<Tables>, { id: eventId, type, data }: Changed): Promise<void> {
  const { colleagueId, companyProfileId, ownerId } = data
  const { message = '', topic, recipientKind: kind = 'owner' } = effectsOf(data)
  await addNotifications(trx, { type, companyProfileId, ownerId, owner: message })
  if (!topic) return
  const recipient = { kind, id: kind === 'colleague' ? colleagueId : ownerId }
  await requestMails(trx, 'tasks', [{ eventId, topic, about: colleagueId, companyId: companyProfileId, recipient }])
}
