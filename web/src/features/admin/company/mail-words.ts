import type { ClientMail } from '@app/contracts/http/client-mails.ts'
import type {
  CampaignMailTopic,
  CompanyMailTopic,
  IdentityMailTopic,
  SheetMailTopic,
  TaskMailTopic,
} from '@app/contracts/http/mail-content.ts'
import type { BadgeTone } from '../../../shared/ui/Badge.tsx'

type Topic = TaskMailTopic | IdentityMailTopic | CompanyMailTopic | SheetMailTopic | CampaignMailTopic

/** What the emails to owners and their colleagues are about. */
const topicWords: Partial<Record<Topic, string>> = {
  'task-created-for-you': 'New task from us',
  posted: 'Post is live',
  'task-changed': 'Task changed',
  'task-removed': 'Task removed',
  'launch-undone': 'Launch undone',
  'preview-ready': 'Preview to review',
  receipt: 'Receipt for a decision',
  reminder: 'Reminder to decide',
  'review-code': 'Code to open a preview',
  'reply-received': 'Their reply arrived',
  'messages-written': 'Messages from us',
  'monthly-report': 'Monthly report',
  'colleague-invitation': 'Invitation to review previews',
  'colleague-joined': 'Colleague accepted the invitation',
  'colleague-declined': 'Colleague declined the invitation',
  'colleague-left': 'Colleague left',
  'colleague-asks': 'Colleague asks to come back',
  welcome: 'Welcome',
  'password-changed': 'Password changed',
  'verify-email': 'Link to confirm the email address',
  'reset-code': 'Code to reset the password',
  'confirm-new-email': 'Link to confirm a new email address',
  'email-changed': 'Email address changed',
  'export-ready': 'Export is ready',
  'export-failed': 'Export failed',
  'erasure-confirm': 'Link to confirm the erasure',
  'erasure-waits': 'Erasure confirmed',
  'erasure-soon': 'Reminder of the erasure',
  'erasure-begins': 'Erasure begins',
  'erasure-canceled': 'Erasure canceled',
  'sheet-away': 'Spreadsheet can’t be reached',
  'write-refused': 'Change not written to the spreadsheet',
  'sending-late': 'Campaign email is late',
  'sending-missed': 'Campaign email not sent',
  'sending-held': 'Campaign email on hold',
  'sending-done': 'Campaign email sent',
  'sending-suspended': 'Campaigns suspended',
  'sending-resumed': 'Campaigns resumed',
}

/** Names what an email is about. A later release of the server may have topics without a name here. */
export const topicOf = ({ topic }: Pick<ClientMail, 'topic'>): string => topicWords[topic as Topic] ?? 'Email'

interface Fate {
  tone: BadgeTone
  word: string
  /** The reason, if there is one. */
  reason?: string | undefined
}

/** A status code of RFC 3463. */
const STATUS = /\b[245]\.\d{1,3}\.\d{1,3}\b/
const AGAIN = 'We try again automatically.'
/** Reasons why the content of an email is not available. They begin with these words. */
const NOT_READY = ['content', 'unusable content', 'incomplete', 'unknown topic', 'recipient unknown', 'pictures']

/** Says why a mail server did not deliver an email. The code helps the person who runs the mail server. */
function refusalOf(answer: string | null): string {
  const [status] = STATUS.exec(answer ?? '') ?? []
  return status ? `${sentenceOf(status)} (${status})` : 'The mail server rejected it.'
}

function sentenceOf(status: string): string {
  if (/^5\.1\.([0-69]|10)$/.test(status)) return 'The address doesn’t exist.'
  if (status === '5.2.1') return 'The mailbox is closed.'
  if (/^[45]\.2\.2$/.test(status)) return 'The mailbox is full.'
  if (/^[45]\.7\./.test(status)) return 'The mail server rejected it as unwanted.'
  return 'The mail server rejected it.'
}

function waitingReason(answer: string | null): string | undefined {
  if (answer === null) return undefined
  if (answer === 'unknown' || answer === 'unforeseen') return `The connection was lost, so it may have arrived. ${AGAIN}`
  if (NOT_READY.some((start) => answer.startsWith(start))) return `Its content isn’t ready. ${AGAIN}`
  return `The mail server didn’t take it. ${AGAIN}`
}

function failureReason({ answer, attempts }: Pick<ClientMail, 'answer' | 'attempts'>): string {
  if (STATUS.test(answer ?? '')) return refusalOf(answer)
  if (answer === 'unknown') return 'The connection was lost twice, so it may have arrived.'
  return `We gave up after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}.`
}

/** Returns what became of an email, in words. */
export function fateOf(mail: ClientMail): Fate {
  if (mail.bouncedAt) return { tone: 'roll-back', word: 'Bounced', reason: refusalOf(mail.answer) }
  if (mail.complainedAt) return { tone: 'roll-back', word: 'Reported as spam' }
  switch (mail.state) {
    case 'queued':
      return { tone: 'pending', word: 'Waiting', reason: waitingReason(mail.answer) }
    case 'sent':
      return { tone: 'approved', word: 'Sent', reason: mail.maybeTwice ? 'It may have arrived twice.' : undefined }
    case 'failed':
      return { tone: 'roll-back', word: 'Not sent', reason: failureReason(mail) }
    case 'suppressed':
      return {
        tone: 'neutral',
        word: 'Not needed',
        reason: 'It was out of date before it went out, or the unconfirmed address had its 10 emails of the day.',
      }
  }
}
