import type { FoundMail } from '@app/contracts/http/mail-search.ts'
import type { AuditEntry, Waiting } from '@app/contracts/http/operations.ts'
import type { BadgeTone } from '../../../shared/ui/Badge.tsx'

/** Of one, and of more. */
const waitingWords: Record<Waiting['kind'], readonly [one: string, more: string]> = {
  events: ['event to go out', 'events to go out'],
  retries: ['event tried again', 'events tried again'],
  'dead-letters': ['dead letter', 'dead letters'],
  mails: ['mail to send', 'mails to send'],
  'contact-rows': ['contact for the spreadsheet', 'contacts for the spreadsheet'],
  'shared-documents': ['mail about documents', 'mails about documents'],
  'campaign-mails': ['campaign mail to send', 'campaign mails to send'],
  sendings: ['sending under way', 'sendings under way'],
  'sheet-jobs': ['spreadsheet job', 'spreadsheet jobs'],
  audiences: ['audience to read', 'audiences to read'],
  'customer-writes': ['change not in its spreadsheet', 'changes not in their spreadsheets'],
  'away-sheets': ['spreadsheet away', 'spreadsheets away'],
}

/** "12 mails to send"; counting ends at `most`. */
export const countOf = ({ kind, count }: Waiting, most: number): string =>
  `${count.toLocaleString('en-US')}${count >= most ? ' or more' : ''} ${waitingWords[kind][count === 1 ? 0 : 1]}`

export const mailLooks: Record<FoundMail['state'], { tone: BadgeTone; word: string }> = {
  queued: { tone: 'pending', word: 'Still to go' },
  sent: { tone: 'approved', word: 'Taken by the relay' },
  failed: { tone: 'roll-back', word: 'Failed' },
  suppressed: { tone: 'neutral', word: 'Not sent' },
  unknown: { tone: 'posted', word: 'Unknown' },
}

export const auditWords: Record<AuditEntry['act'], string> = {
  replay: 'Replayed',
  'replay-type': 'Replayed all of',
  drop: 'Dropped',
  'mark-operator': 'Marked as an operator',
  'unmark-operator': 'Marked as no operator any more',
  'remove-admin': 'Removed the admin',
  'reset-second-factor': 'Removed the second factor of',
  'rotate-signing-key': 'Changed the key that signs tokens:',
  'encrypt-secrets': 'Encrypted stored secrets:',
  'discard-secrets': 'Deleted unreadable secrets:',
}

const counted = (unit: 'year' | 'day' | 'hour' | 'minute' | 'second', count: number): string =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** "90 days", "2 years" */
export const spanOf = (days: number): string => (days % 365 === 0 ? counted('year', days / 365) : counted('day', days))

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** "3 hours", by the largest unit that it holds. */
export function formatAge(now: number, since: string): string {
  const seconds = Math.max(0, (now - Date.parse(since)) / 1_000)
  const { unit, seconds: each } = units.find((one) => seconds >= one.seconds) ?? { unit: 'second', seconds: 1 }
  return counted(unit, Math.floor(seconds / each))
}
