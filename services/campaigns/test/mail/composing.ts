import { mailRequests } from '@app/chassis/testing/mail-requests.ts'
import { type CampaignMailTopic, composeCampaignMail, type MailRecipient } from '@app/contracts/http/mail-content.ts'
import { admin, INTERNAL_MAIL_KEY, type Person, type Service } from '../setup.ts'

export const toOwner = ({ id }: Pick<Person, 'id'>): MailRecipient => ({ kind: 'owner', id })
export const toAdmin: MailRecipient = { kind: 'admin', id: admin.id }

export const composing = (service: () => Pick<Service, 'app'>) =>
  mailRequests<CampaignMailTopic>(() => service().app, composeCampaignMail, INTERNAL_MAIL_KEY)
