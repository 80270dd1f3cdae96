export interface Answer {
  status: number
  /** Enhanced status code (RFC 3463); empty if the response has none. */
  enhanced: string
  /** The command that got this response, such as `RCPT TO`. */
  command: string
}

/** Result of sending a mail to a mail relay. Reasons are codes, because the text of a response can quote the mail. */
export type Verdict =
  | { kind: 'accepted' }
  /** The mail relay permanently rejects this recipient or this mail. */
  | { kind: 'refused'; reason: string; answer?: Answer }
  /** The mail relay permanently rejects the mail, perhaps because of our server or From address. If so, other mails are rejected too. */
  | { kind: 'doubtful'; reason: string; answer: Answer }
  /** The mail relay rejects the mail temporarily. */
  | { kind: 'later'; reason: string; answer: Answer }
  /** The mail relay is unreachable or rejects this client. `isCrowded` means that the relay only rejects additional connections. */
  | { kind: 'away'; reason: string; answer?: Answer; isCrowded?: boolean }
  /** The connection was lost before the final dot was sent, so the mail was not sent. */
  | { kind: 'lost'; reason: string }
  /** The final dot was sent, but no response arrived. The mail may have been sent. */
  | { kind: 'unknown'; reason: string }

interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** The following enhanced status codes (RFC 3463) are about an address, or about a mail's size or content. */
const ABOUT_ADDRESS = /^5\.(1\.[0-69]|1\.10|2\.1)$/
const ABOUT_CONTENT = /^5\.(2\.3|3\.4|6\.\d+)$/
export const isAboutAddress = (enhanced: string): boolean => ABOUT_ADDRESS.test(enhanced)

/** Status codes for an invalid or forbidden recipient address. */
const NO_ADDRESS = new Set([501, 553])
/** Only errors of these commands are about the recipient or the mail. Errors of other commands are about this client. */
const ABOUT_MAIL = new Set(['RCPT TO', 'DATA'])

const enhancedCode = (response = ''): string | undefined => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]

export function reasonOf(error: unknown): string {
  const { code = 'unknown', responseCode, response } = error as SmtpError
  return [code, responseCode, enhancedCode(response)].filter((part) => part !== undefined).join(' ')
}

/** Returns the enhanced status code in a reason if it means that the recipient's address does not exist. Otherwise undefined. */
export const addressStatusIn = (reason: string): string | undefined => reason.split(' ').find(isAboutAddress)

export function verdictOf(error: unknown): Verdict {
  const { command = '', responseCode: status, response } = error as SmtpError
  const enhanced = enhancedCode(response) ?? ''
  const reason = reasonOf(error)
  // Without a status, nodemailer itself rejected the recipient's address.
  if (status === undefined) return { kind: 'refused', reason }
  const answer = { status, enhanced, command }
  if (ABOUT_CONTENT.test(enhanced)) return { kind: 'refused', reason, answer }
  if (status === 421 || !ABOUT_MAIL.has(command)) return { kind: 'away', reason, answer }
  // 503 means a bad sequence of commands. It is not about the mail, so the mail is retried.
  if (status < 500 || status === 503) return { kind: 'later', reason, answer }
  const isNoAddress = enhanced ? isAboutAddress(enhanced) : command === 'RCPT TO' && NO_ADDRESS.has(status)
  return { kind: isNoAddress ? 'refused' : 'doubtful', reason, answer }
}
