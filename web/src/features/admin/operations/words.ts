import { formatDuration, formatNumber } from '@app/contracts/format/numbers.ts'
import type { FoundMail } from '@app/contracts/http/mail-search.ts'
import type { AuditEntry, Waiting } from '@app/contracts/http/operations.ts'
import type { BadgeTone } from '../../../shared/ui/Badge.tsx'

const waitingWords: Record<Waiting['kind'], readonly [one: string, more: string]> = {
  events: ['event to publish', 'events to publish'],
  retries: ['event to retry', 'events to retry'],
  'dead-letters': ['dead letter', 'dead letters'],
  mails: ['email to send', 'emails to send'],
  'task-mails': ['email about a task to send', 'emails about tasks to send'],
  'account-mails': ['email about an account to send', 'emails about accounts to send'],
  'company-mails': ['email about an erasure to send', 'emails about erasures to send'],
  'document-mails': ['email about documents to send', 'emails about documents to send'],
  'sheet-mails': ['email about a spreadsheet to send', 'emails about spreadsheets to send'],
  'campaign-notices': ['email about a campaign to its owner to send', 'emails about campaigns to their owners to send'],
  'contact-rows': ['contact for the spreadsheet', 'contacts for the spreadsheet'],
  'shared-documents': ['document for the next email', 'documents for the next email'],
  'campaign-mails': ['campaign email to send', 'campaign emails to send'],
  sendings: ['campaign sending in progress', 'campaign sendings in progress'],
  'sheet-jobs': ['spreadsheet job', 'spreadsheet jobs'],
  audiences: ['audience to load', 'audiences to load'],
  'customer-writes': ['customer change to write to a spreadsheet', 'customer changes to write to spreadsheets'],
  'away-sheets': ['unreachable spreadsheet', 'unreachable spreadsheets'],
  'preview-files': ['preview picture to scale', 'preview pictures to scale'],
  proofreading: ['preview to check', 'previews to check'],
  reports: ['monthly report to prepare', 'monthly reports to prepare'],
  exports: ['export of a company to prepare', 'exports of companies to prepare'],
  erasures: ['step of an erasure', 'steps of erasures'],
}

/** Formats for example "12 emails to send". Adds "or more" if the count is `most`, where the server stops counting. */
export const countOf = ({ kind, count }: Waiting, most: number): string =>
  `${formatNumber(count)}${count >= most ? ' or more' : ''} ${waitingWords[kind][count === 1 ? 0 : 1]}`

export const mailLooks: Record<FoundMail['state'], { tone: BadgeTone; word: string }> = {
  queued: { tone: 'pending', word: 'Queued' },
  sent: { tone: 'approved', word: 'Accepted by the mail server' },
  failed: { tone: 'roll-back', word: 'Failed' },
  suppressed: { tone: 'neutral', word: 'Not sent' },
  unknown: { tone: 'posted', word: 'Unknown' },
}

export const auditWords: Record<AuditEntry['act'], string> = {
  replay: 'Replayed',
  'replay-type': 'Replayed all of',
  drop: 'Dropped',
  'mark-operator': 'Gave the operator role to',
  'unmark-operator': 'Removed the operator role from',
  'remove-admin': 'Removed the admin',
  'invite-admin': 'Sent the admin invitation',
  'revoke-admin-invitation': 'Revoked the admin invitation',
  'accept-admin-invitation': 'Accepted the admin invitation',
  'correct-email': 'Corrected the email address of the owner',
  'reset-second-factor': 'Reset the two-factor authentication of',
  'rotate-signing-key': 'Rotated the token signing key:',
  'encrypt-secrets': 'Encrypted stored secrets:',
  'discard-secrets': 'Deleted unreadable secrets:',
  'require-preview-check': 'Required a second check for the company',
  'waive-preview-check': 'Switched off the second check for the company',
  'set-plan': 'Set the plan of the company',
  'cancel-erasure': 'Canceled the erasure',
  'erase-person': 'Erased a',
}

/** Formats a number of days, for example as "90 days" or "2 years". */
export const spanOf = (days: number): string => (days % 365 === 0 ? formatDuration(days / 365, 'year') : formatDuration(days, 'day'))

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** Formats a number of seconds in the largest unit that fits, for example as "3 hours". */
export function spanOfSeconds(seconds: number): string {
  const { unit, seconds: each } = units.find((one) => seconds >= one.seconds) ?? { unit: 'second', seconds: 1 }
  return formatDuration(Math.floor(seconds / each), unit)
}

/** Formats the time since a date, for example as "3 hours". */
export const formatAge = (now: number, since: string): string => spanOfSeconds(Math.max(0, (now - Date.parse(since)) / 1_000))

export const emailCount = (count: number): string => (count === 1 ? '1 email' : `${count} emails`)
