/** What a relay answered. */
export interface Answer {
  status: number
  /** RFC 3463; empty when it gave none. */
  enhanced: string
  /** What it was the answer to, such as `RCPT TO`. */
  command: string
}

/** What is known of a mail that was handed to a relay. Reasons are codes, since an answer can quote what was sent. */
export type Verdict =
  | { kind: 'accepted' }
  /** It refuses this recipient or this mail, and always will. */
  | { kind: 'refused'; reason: string; answer?: Answer }
  /** It refuses for good, and may mean us: only one mail in a row of many tells. */
  | { kind: 'doubtful'; reason: string; answer: Answer }
  /** Not now. */
  | { kind: 'later'; reason: string; answer: Answer }
  /** It does not answer, or wants nothing from us; when crowded, no further connection beside those it has. */
  | { kind: 'away'; reason: string; answer?: Answer; isCrowded?: boolean }
  /** The connection ended, and the final dot had not left. */
  | { kind: 'lost'; reason: string }
  /** The final dot had left, and no answer came. */
  | { kind: 'unknown'; reason: string }

interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** Enhanced status codes (RFC 3463) about an address, and about a mail's size or content. */
const ABOUT_ADDRESS = /^5\.(1\.[0-69]|1\.10|2\.1)$/
const ABOUT_CONTENT = /^5\.(2\.3|3\.4|6\.\d+)$/
/** Whether a status says that there is nobody at the address. */
export const isAboutAddress = (enhanced: string): boolean => ABOUT_ADDRESS.test(enhanced)

/** Said of a recipient: what was written is no address, or none that is allowed. */
const NO_ADDRESS = new Set([501, 553])
/** Where a relay speaks of a recipient or a mail; before that it speaks of us. */
const ABOUT_MAIL = new Set(['RCPT TO', 'DATA'])

const enhancedCode = (response = ''): string | undefined => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]

/** What an error of nodemailer's says, in codes. */
export function reasonOf(error: unknown): string {
  const { code = 'unknown', responseCode, response } = error as SmtpError
  return [code, responseCode, enhancedCode(response)].filter((part) => part !== undefined).join(' ')
}

/** What an answer of the relay's says, that came as an error of nodemailer's. */
export function verdictOf(error: unknown): Verdict {
  const { command = '', responseCode: status, response } = error as SmtpError
  const enhanced = enhancedCode(response) ?? ''
  const reason = reasonOf(error)
  // No recipient that a relay could be asked for.
  if (status === undefined) return { kind: 'refused', reason }
  const answer = { status, enhanced, command }
  if (ABOUT_CONTENT.test(enhanced)) return { kind: 'refused', reason, answer }
  if (status === 421 || !ABOUT_MAIL.has(command)) return { kind: 'away', reason, answer }
  // 503 is a quarrel about the order of commands.
  if (status < 500 || status === 503) return { kind: 'later', reason, answer }
  const isNoAddress = enhanced ? isAboutAddress(enhanced) : command === 'RCPT TO' && NO_ADDRESS.has(status)
  return { kind: isNoAddress ? 'refused' : 'doubtful', reason, answer }
}
