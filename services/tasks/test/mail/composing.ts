import { mailRequests } from '@app/chassis/testing/mail-requests.ts'
import { composeTaskMail, type MailRecipient, type TaskMailTopic } from '@app/contracts/http/mail-content.ts'
import { admin, INTERNAL_MAIL_KEY, type Person, type setUp } from '../setup.ts'

export const toOwner = ({ id }: Pick<Person, 'id'>): MailRecipient => ({ kind: 'owner', id })
export const toColleague = ({ _id }: { _id: string }): MailRecipient => ({ kind: 'colleague', id: _id })
export const toAdmin: MailRecipient = { kind: 'admin', id: admin.id }

export const composing = ({ app }: Pick<Awaited<ReturnType<typeof setUp>>, 'app'>) =>
  mailRequests<TaskMailTopic>(() => app, composeTaskMail, INTERNAL_MAIL_KEY)
