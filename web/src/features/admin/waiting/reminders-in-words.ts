import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { WaitingPreview } from '@app/contracts/http/waiting.ts'
import { agoInWords } from '../task/ago-in-words.ts'

/**
 * Returns how often and when the client was reminded, for example "3 times, last 2 hours ago". A reminder that an admin has just requested
 * is not counted until the email was sent.
 */
export function remindersInWords({ remindedAt, remindersSent }: Pick<WaitingPreview, 'remindedAt' | 'remindersSent'>, now: number): string {
  if (!remindedAt) return 'Not yet'
  const ago = agoInWords(remindedAt, now)
  return remindersSent > 1 ? `${formatNumber(remindersSent)} times, last ${ago}` : `Once, ${ago}`
}
