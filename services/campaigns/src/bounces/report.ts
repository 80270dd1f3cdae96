/** What a report says of the mail it came back for. */
export type Report =
  /** Of a mail server (RFC 3464); `status` as in RFC 3463. */
  | { kind: 'delivery'; action: 'failed' | 'delayed' | 'delivered'; status: string }
  /** Somebody called it spam (RFC 5965). */
  | { kind: 'complaint' }

/** Reports stand at the top, or within a part or two that a list or a scanner put around. */
const DEEPEST = 4
const MOST_PARTS = 20

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

const fieldOf = (fields: string, name: string): string =>
  new RegExp(`^${name}:[ \t]*([^\r\n]*)`, 'im').exec(fields)?.[1]?.trim().toLowerCase() ?? ''

function readDelivery(fields: string): Report | undefined {
  const action = actions[fieldOf(fields, 'Action')]
  const [status = ''] = /^\d\.\d{1,3}\.\d{1,3}/.exec(fieldOf(fields, 'Status')) ?? []
  return action && { kind: 'delivery', action, status }
}

const readComplaint = (fields: string): Report | undefined =>
  complaints.has(fieldOf(fields, 'Feedback-Type')) ? { kind: 'complaint' } : undefined

const readers: Readonly<Record<string, (fields: string) => Report | undefined>> = {
  'message/delivery-status': readDelivery,
  'message/global-delivery-status': readDelivery,
  'message/feedback-report': readComplaint,
}

const unfolded = (fields: string): string => fields.replace(/\r?\n[ \t]+/g, ' ')

/** Headers unfolded, and what comes behind the empty line. */
function opened(entity: string): { head: string; body: string } {
  const gap = /\r?\n\r?\n/.exec(entity)
  const head = gap ? entity.slice(0, gap.index) : entity
  return { head: unfolded(head), body: gap ? entity.slice(gap.index + gap[0].length) : '' }
}

function partsIn(body: string, contentType: string): string[] {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (!boundary) return []
  const escaped = boundary.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const [, ...parts] = body.split(new RegExp(`(?:^|\\n)--${escaped}(?:--)?[ \\t]*\\r?(?:\\n|$)`), MOST_PARTS + 1)
  return parts
}

/**
 * The report in a message, which may be cut off anywhere behind it. Nothing is believed of the message that it returns, so that
 * nobody sends a report by having one returned.
 */
export function readReport(entity: string, depth = 0): Report | undefined {
  const { head, body } = opened(entity)
  const contentType = /^content-type:[ \t]*([^\r\n]*)/im.exec(head)?.[1] ?? ''
  const [mediaType = ''] = contentType.toLowerCase().split(/[\s;]/)
  const read = readers[mediaType]
  if (read) return read(unfolded(body))
  if (!mediaType.startsWith('multipart/') || depth === DEEPEST) return undefined
  for (const part of partsIn(body, contentType)) {
    const report = readReport(part, depth + 1)
    if (report) return report
  }
  return undefined
}
