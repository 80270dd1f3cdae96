import type { Failure } from '../queue/retry.ts'

/** What nodemailer's error means. Only a refusal of this recipient or this mail is final; a refused login is ours to mend. */
export function failureOf(error: unknown): Failure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const status = typeof responseCode === 'number' ? responseCode : undefined
  const aboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const refused = status !== undefined && status >= 500 && status !== 503
  return { permanent: aboutThisMail && refused, reason: [code ?? 'unknown', status].filter((part) => part !== undefined).join(' ') }
}
