const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 24 * 3_600_000

/** With doubling waits, about two and a half days. */
export const MOST_ATTEMPTS = 14

/** How long to wait after the given number of failed attempts: 15 s, doubling up to a day. */
export const waitAfter = (attempts: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

export interface Failure {
  /** Trying again would be answered the same. */
  permanent: boolean
  /** For ledger and log: codes alone, since a relay's answer can quote the mail. */
  reason: string
}

/** What nodemailer's error means. Only a refusal of this recipient or this mail is final; a refused login is ours to mend. */
export function failureOf(error: unknown): Failure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const status = typeof responseCode === 'number' ? responseCode : undefined
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const refused = status !== undefined && status >= 500 && status !== 503
  return { permanent: aboutThisMail && refused, reason: [code ?? 'unknown', status].filter((part) => part !== undefined).join(' ') }
}
