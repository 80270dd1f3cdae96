import { fieldOf, mediaTypeOf, parseEntity, partsOf, unfoldHeaders } from './mime.ts'

/** What a report says of the mail it came back for. */
export type Report =
  /** Of a mail server (RFC 3464); `status` as in RFC 3463. */
  | { kind: 'delivery'; action: 'failed' | 'delayed' | 'delivered'; status: string }
  /** Somebody called it spam (RFC 5965). */
  | { kind: 'complaint' }

/** Reports stand at the top, or within a part or two that a list or a scanner put around. */
const DEEPEST = 4

/** RFC 3464; what was relayed or passed on to a list is off our hands. */
const actions: Readonly<Record<string, 'failed' | 'delayed' | 'delivered'>> = {
  failed: 'failed',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
}
/** Others say that it is no spam, or something of viruses. */
const complaints = new Set(['abuse', 'fraud', 'other'])

function readDelivery(fields: string): Report | undefined {
  const action = actions[fieldOf(fields, 'Action').toLowerCase()]
  const [status = ''] = /^\d\.\d{1,3}\.\d{1,3}/.exec(fieldOf(fields, 'Status')) ?? []
  return action && { kind: 'delivery', action, status }
}

const readComplaint = (fields: string): Report | undefined =>
  complaints.has(fieldOf(fields, 'Feedback-Type').toLowerCase()) ? { kind: 'complaint' } : undefined

const readers: Readonly<Record<string, (fields: string) => Report | undefined>> = {
  'message/delivery-status': readDelivery,
  'message/global-delivery-status': readDelivery,
  'message/feedback-report': readComplaint,
}

/**
 * The report in a message, which may be cut off anywhere behind it. Nothing is believed of the message that it returns, so that
 * nobody sends a report by having one returned.
 */
export function readReport(message: string, depth = 0): Report | undefined {
  const entity = parseEntity(message)
  const mediaType = mediaTypeOf(entity)
  const read = readers[mediaType]
  if (read) return read(unfoldHeaders(entity.body))
  if (!mediaType.startsWith('multipart/') || depth === DEEPEST) return undefined
  for (const part of partsOf(entity)) {
    const report = readReport(part, depth + 1)
    if (report) return report
  }
  return undefined
}
