import { allEvents } from '@app/contracts/surface.ts'
import { isEnvelope } from './event.ts'

const ID_OR_INSTANT = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/i
const enumsByType = new Map(
  allEvents.map(({ type, data }): [string, Set<string>] => [
    type,
    new Set(Object.keys(data.properties).filter((key) => 'enum' in (data.properties[key] ?? {}))),
  ]),
)

function withLengths(value: unknown, enums?: ReadonlySet<string>): unknown {
  const shown = JSON.stringify(value) ?? 'null'
  return JSON.parse(shown, (key, inner) =>
    typeof inner !== 'string' || ID_OR_INSTANT.test(inner) || enums?.has(key) ? inner : `[${inner.length} characters]`,
  )
}

/** Replaces strings by their length, except ids, times and enum values. Operators need no names and user texts for a diagnosis. */
export function redactForDisplay(message: unknown): unknown {
  if (typeof message === 'string') return `[not JSON, ${message.length} characters]`
  return isEnvelope(message) ? { ...message, data: withLengths(message.data, enumsByType.get(message.type)) } : withLengths(message)
}
