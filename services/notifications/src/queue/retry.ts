const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 24 * 3_600_000

/** With doubling waits, about two and a half days: a weekend. */
export const MOST_ATTEMPTS = 15

/** How long to wait after the given number of failed attempts: 15 s, doubling up to a day. */
export const waitAfter = (attempts: number): number => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

export interface Failure {
  /** Trying again would be answered the same. */
  permanent: boolean
  /** For ledger and log: codes alone, since an answer can quote what was sent. */
  reason: string
}
