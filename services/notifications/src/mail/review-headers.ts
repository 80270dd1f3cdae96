import type { Mail } from '@app/chassis/mail/message.ts'
import type { ComposedMail } from '@app/contracts/http/mail-content.ts'
import type { ReviewAddresses } from './review-addresses.ts'

type Headers = Pick<Mail, 'replyTo' | 'returnPath' | 'isAnswer' | 'unsubscribeUrl' | 'threadId'>

/**
 * Returns the headers and the return path of an email that another service composed. Replies and bounces arrive at the SMTP
 * listener (`inbound/listener.ts`). If `addresses` is undefined, the product receives neither replies nor bounces.
 */
export function reviewHeaders(
  { threadId, returnId, takesReplies, isAnswer = false, unsubscribeUrl }: ComposedMail,
  addresses: ReviewAddresses | undefined,
): Headers {
  return {
    isAnswer,
    threadId: threadId ?? null,
    replyTo: addresses && returnId && takesReplies ? addresses.addressOf('reply', returnId) : null,
    ...(addresses && returnId && { returnPath: addresses.addressOf('bounce', returnId) }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}
