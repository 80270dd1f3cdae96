import type { CollectedSpan } from '@app/chassis/testing/collector.ts'

export function ancestry(span: CollectedSpan, spans: readonly CollectedSpan[]): CollectedSpan[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [span, ...(parent ? ancestry(parent, spans) : [])]
}

/** Formats a trace as an indented tree. Each line is a span with its start time and duration, sorted by start time. */
export function drawTree(spans: readonly CollectedSpan[]): string[] {
  const ordered = spans.toSorted((one, other) => one.begunAt - other.begunAt)
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const start = ordered[0]?.begunAt ?? 0
  const linesOf = (span: CollectedSpan, depth: number): string[] => {
    const begun = `${(span.begunAt - start).toFixed(1)} ms`.padStart(12)
    const took = `${(span.endedAt - span.begunAt).toFixed(1)} ms`.padStart(11)
    const children = ordered.filter(({ parentSpanId }) => parentSpanId === span.spanId)
    return [
      `${begun}${took}  ${'  '.repeat(depth)}${span.service}: ${span.name}${detailOf(span)}`,
      ...children.flatMap((child) => linesOf(child, depth + 1)),
    ]
  }
  return ordered.filter(({ parentSpanId }) => !ids.has(parentSpanId)).flatMap((root) => linesOf(root, 0))
}

const LONGEST_DETAIL = 60

function detailOf({ name, attributes }: CollectedSpan): string {
  const detail =
    attributes['smtp.verdict'] ?? attributes['work.outcome'] ?? attributes['http.response.status_code'] ?? attributes['db.query.text']
  const text = String(detail ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '' || text.toUpperCase() === name) return ''
  return `  ${text.length > LONGEST_DETAIL ? `${text.slice(0, LONGEST_DETAIL)}…` : text}`
}
