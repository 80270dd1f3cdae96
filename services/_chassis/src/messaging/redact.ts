import { allEvents } from '@app/contracts/surface.ts'

const SECRET = /^secret\b/

function secretKeys(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => {
    const isSecret = typeof value === 'object' && value !== null && 'description' in value && SECRET.test(String(value.description))
    return isSecret ? [key] : secretKeys(value)
  })
}

/** Keys that some event's contract describes as secret. A message of any type is kept from showing them. */
const hidden = new Set(allEvents.flatMap(({ data }) => secretKeys(data.properties)))

/** A message as it may be shown: secrets out of it, and nothing of what was no JSON. */
export function redact(message: unknown): unknown {
  if (typeof message === 'string') return `[no JSON, ${message.length} characters]`
  return JSON.parse(JSON.stringify(message), (key, value) => (hidden.has(key) ? '[redacted]' : value))
}
