import { type CampaignMailTopic, type ComposedMail, composeCampaignMail, type MailRecipient } from '@app/contracts/http/mail-content.ts'
import { admin, INTERNAL_MAIL_KEY, type Person, type Service } from '../setup.ts'

/** An id that belongs to nothing. */
export const NOTHING = '0192f3a0-0000-7000-8000-00000000000f'

export const toOwner = ({ id }: Pick<Person, 'id'>): MailRecipient => ({ kind: 'owner', id })
export const toAdmin: MailRecipient = { kind: 'admin', id: admin.id }

/** Functions that request emails as `notifications` does. `service` returns the service at the time of the request. */
export function composing(service: () => Pick<Service, 'app'>) {
  const request = (topic: string, about: string, recipient: MailRecipient, authorization = `Key ${INTERNAL_MAIL_KEY}`) =>
    service().app.inject({
      method: 'POST',
      url: composeCampaignMail.url,
      headers: { authorization },
      payload: { topic, about, recipient },
    })

  return {
    request,
    /** Returns the content of an email. */
    async mail(topic: CampaignMailTopic, about: string, recipient: MailRecipient): Promise<ComposedMail> {
      const { statusCode, body } = await request(topic, about, recipient)
      if (statusCode !== 200) throw new Error(`The email was not composed: ${body}`)
      return JSON.parse(body)
    },
    /** Returns the status of the response. */
    async status(topic: CampaignMailTopic, about: string, recipient: MailRecipient): Promise<number> {
      return (await request(topic, about, recipient)).statusCode
    },
  }
}
