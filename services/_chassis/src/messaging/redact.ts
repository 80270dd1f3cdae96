import { allEvents } from '@app/contracts/surface.ts'
import { secretKeys } from '../secrets.ts'

const secretsByType = new Map(allEvents.map(({ type, data }): [string, Set<string>] => [type, new Set(secretKeys(data.properties))]))
const allSecrets = new Set([...secretsByType.values()].flatMap((keys) => [...keys]))

/** The keys an event's contract describes as secret; of a message that is none of our events, those of any. */
function secretsOf(message: unknown): ReadonlySet<string> {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
  return secretsByType.get(String(type)) ?? allSecrets
}

function replaceSecrets(message: unknown, replacement: string | undefined): unknown {
  const secrets = secretsOf(message)
  return JSON.parse(JSON.stringify(message) ?? 'null', (key, value) => (secrets.has(key) ? replacement : value))
}

/** A message as it may be shown: secrets out of it, and nothing of what was no JSON. */
export const redact = (message: unknown): unknown =>
  typeof message === 'string' ? `[no JSON, ${message.length} characters]` : replaceSecrets(message, '[redacted]')

/** A message as it may be kept for good. Without its secret it is no longer as its contract says: a replay does nothing with it. */
export const withoutSecrets = (message: unknown): unknown => replaceSecrets(message, undefined)

/** Whether events of this type say something that must not be kept. */
export const carriesSecret = (type: string): boolean => (secretsByType.get(type)?.size ?? 0) > 0
