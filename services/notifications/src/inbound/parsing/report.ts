import type { MailReport } from '@app/contracts/http/inbound-mail.ts'
import { fieldOf, findInParts, unfoldHeaders } from './mime.ts'

/** Maximum nesting depth of the part that contains the report. Mailing lists and scanners wrap reports in one or two parts. */
const MAX_DEPTH = 4

/** Actions of RFC 3464. `relayed` and `expanded` count as delivered, because another server or a mailing list is responsible then. */
const actions: Readonly<Record<string, 'failed' | 'delayed' | 'delivered'>> = {
  failed: 'failed',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
}
/** Feedback types that count as complaints. Other types say that an email is not spam, or report a virus. */
const complaints = new Set(['abuse', 'fraud', 'other'])

function readDelivery(fields: string): MailReport | undefined {
  const action = actions[fieldOf(fields, 'Action').toLowerCase()]
  const [status = ''] = /^\d\.\d{1,3}\.\d{1,3}/.exec(fieldOf(fields, 'Status')) ?? []
  return action && { kind: 'delivery', action, status }
}

const readComplaint = (fields: string): MailReport | undefined =>
  complaints.has(fieldOf(fields, 'Feedback-Type').toLowerCase()) ? { kind: 'complaint' } : undefined

const readers: Readonly<Record<string, (fields: string) => MailReport | undefined>> = {
  'message/delivery-status': readDelivery,
  'message/global-delivery-status': readDelivery,
  'message/feedback-report': readComplaint,
}

/** Returns the report in a message. Ignores the returned email after the report, because its author could put a fake report there. */
export const readReport = (message: string): MailReport | undefined =>
  findInParts(message, MAX_DEPTH, ({ body }, mediaType) => readers[mediaType]?.(unfoldHeaders(body)))
