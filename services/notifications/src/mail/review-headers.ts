import type { Mail } from '@app/chassis/mail/message.ts'
import type { ReviewAddresses } from '@app/chassis/mail/review-addresses.ts'
import { REPLY_RECEIVED } from './templates/reply-received.ts'

interface ReviewMail {
  template: string
  replyTo: string | null
  reviewLinkId: string | null
}

/**
 * Returns the headers and the return path of an email with a review link. Replies and bounces then arrive at the SMTP listener of the
 * service `campaigns`. If `addresses` is undefined, the product receives neither replies nor bounces.
 */
export const reviewHeaders = (
  { template, replyTo, reviewLinkId }: ReviewMail,
  addresses: ReviewAddresses | undefined,
): Pick<Mail, 'replyTo' | 'returnPath' | 'isAnswer'> => ({
  isAnswer: template === REPLY_RECEIVED,
  replyTo,
  ...(addresses &&
    reviewLinkId !== null && {
      replyTo: addresses.addressOf('reply', reviewLinkId),
      returnPath: addresses.addressOf('bounce', reviewLinkId),
    }),
})
