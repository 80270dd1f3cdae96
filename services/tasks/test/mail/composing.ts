import { type ComposedMail, composeTaskMail, type MailRecipient, type TaskMailTopic } from '@app/contracts/http/mail-content.ts'
import { admin, INTERNAL_MAIL_KEY, type Person, type setUp } from '../setup.ts'

type Service = Awaited<ReturnType<typeof setUp>>

/** An id that belongs to nothing. */
export const NOTHING = '0192f3a0-0000-7000-8000-00000000000f'

export const toOwner = ({ id }: Pick<Person, 'id'>): MailRecipient => ({ kind: 'owner', id })
export const toColleague = ({ _id }: { _id: string }): MailRecipient => ({ kind: 'colleague', id: _id })
export const toAdmin: MailRecipient = { kind: 'admin', id: admin.id }

/** Functions that request emails as `notifications` does. */
export function composing({ app }: Pick<Service, 'app'>) {
  const request = (
    topic: string,
    about: string,
    recipient: MailRecipient,
    { ids, authorization = `Key ${INTERNAL_MAIL_KEY}` }: { ids?: readonly string[]; authorization?: string } = {},
  ) =>
    app.inject({
      method: 'POST',
      url: composeTaskMail.url,
      headers: { authorization },
      payload: { topic, about, recipient, ...(ids && { ids }) },
    })

  return {
    request,
    /** Returns the content of an email. */
    async mail(topic: TaskMailTopic, about: string, recipient: MailRecipient, ids?: readonly string[]): Promise<ComposedMail> {
      const { statusCode, body } = await request(topic, about, recipient, ids && { ids })
      if (statusCode !== 200) throw new Error(`The email was not composed: ${body}`)
      return JSON.parse(body)
    },
    /** Returns the status of the response. */
    async status(topic: TaskMailTopic, about: string, recipient: MailRecipient, ids?: readonly string[]): Promise<number> {
      return (await request(topic, about, recipient, ids && { ids })).statusCode
    },
  }
}
