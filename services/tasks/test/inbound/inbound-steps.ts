import { type MailReply, type MailReport, replyToTaskMail, reportTaskMail } from '@app/contracts/http/inbound-mail.ts'
import { INTERNAL_MAIL_KEY, type setUp } from '../setup.ts'

type Service = Awaited<ReturnType<typeof setUp>>

export const OWNER = 'maria@harborpine.example'

/** A mail server reports that an email cannot be delivered. By default, because the address does not exist. */
export const bounceOf = (status = '5.1.1'): MailReport => ({ kind: 'delivery', action: 'failed', status })
export const complaint: MailReport = { kind: 'complaint' }

export const replyOf = (changes: Partial<MailReply> = {}): MailReply => ({
  replyId: crypto.randomUUID(),
  author: OWNER,
  text: 'Please use the warmer photo.',
  hasAttachments: false,
  isAutomatic: false,
  ...changes,
})

/** Functions that hand over emails as `notifications` does. */
export function inboundSteps({ app }: Pick<Service, 'app'>) {
  const post = async ({ url }: { url: string }, payload: object): Promise<void> => {
    const headers = { authorization: `Key ${INTERNAL_MAIL_KEY}` }
    const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload })
    if (statusCode !== 200) throw new Error(`The email was not taken: ${body}`)
  }
  return {
    report: (returnId: string, report: MailReport) => post(reportTaskMail, { returnId, report }),
    reply: (returnId: string, reply: MailReply) => post(replyToTaskMail, { returnId, reply }),
  }
}
