import type { Mail } from '@app/chassis/mail/message.ts'
import type { ReviewAddresses } from '@app/chassis/mail/review-addresses.ts'
import type { ReviewMails } from '../review-links.ts'
import { REPLY_RECEIVED } from './templates/reply-received.ts'

interface ReviewMail {
  template: string
  replyTo: string | null
  reviewLinkId: string | null
  colleagueId: string | null
}

type Headers = Pick<Mail, 'replyTo' | 'returnPath' | 'isAnswer' | 'unsubscribeUrl'>

/** Returns the URL to which email apps send a POST request that ends all emails to a colleague (RFC 8058). */
const unsubscribeUrl = ({ publicUrl, keys }: Pick<ReviewMails, 'publicUrl' | 'keys'>, colleagueId: string): string =>
  `${publicUrl}/api/review/invitation/${keys.invitationTokenOf(colleagueId)}/leave`

/**
 * Returns the headers and the return path of an email with a review link, or of an invitation to a colleague. Replies and bounces
 * then arrive at the SMTP listener of the service `campaigns`. If `addresses` is undefined, the product receives neither replies nor
 * bounces.
 */
export function reviewHeaders(
  { template, replyTo, reviewLinkId, colleagueId }: ReviewMail,
  addresses: ReviewAddresses | undefined,
  mails: Pick<ReviewMails, 'publicUrl' | 'keys'>,
): Headers {
  // An invitation contains no review link. Its return path therefore contains the id of the colleague.
  const bounceId = reviewLinkId ?? colleagueId
  return {
    isAnswer: template === REPLY_RECEIVED,
    replyTo: addresses && reviewLinkId !== null ? addresses.addressOf('reply', reviewLinkId) : replyTo,
    ...(addresses && bounceId !== null && { returnPath: addresses.addressOf('bounce', bounceId) }),
    ...(colleagueId !== null && { unsubscribeUrl: unsubscribeUrl(mails, colleagueId) }),
  }
}
