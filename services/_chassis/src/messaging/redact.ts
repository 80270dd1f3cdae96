import type { EventContract } from '@app/contracts/define.ts'
import { allEvents } from '@app/contracts/surface.ts'
import { secretKeys } from '../config/secrets.ts'
import { dataFault, type EventEnvelope, isEnvelope } from './event.ts'

const contractsByType = new Map(allEvents.map((event) => [event.type, event]))
const secretsByType = new Map(allEvents.map(({ type, data }): [string, Set<string>] => [type, new Set(secretKeys(data.properties))]))
const allSecrets = new Set([...secretsByType.values()].flatMap((keys) => [...keys]))

/** Returns the secret properties of an event. For other messages, returns the secret properties of all events. */
function secretsOf(message: unknown): ReadonlySet<string> {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
  return secretsByType.get(String(type)) ?? allSecrets
}

const REDACTED = '[redacted]'

function replaceSecrets(message: unknown, replacement: string | undefined): unknown {
  const secrets = secretsOf(message)
  return JSON.parse(JSON.stringify(message) ?? 'null', (key, value) => (secrets.has(key) ? replacement : value))
}

/** Replaces the secrets of a message. A message that is not JSON is replaced by its length. */
export const redact = (message: unknown): unknown =>
  typeof message === 'string' ? `[not JSON, ${message.length} characters]` : replaceSecrets(message, REDACTED)

const ID_OR_INSTANT = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/i
const enumsByType = new Map(
  allEvents.map(({ type, data }): [string, Set<string>] => [
    type,
    new Set(Object.keys(data.properties).filter((key) => 'enum' in (data.properties[key] ?? {}))),
  ]),
)

/** Replaces strings by their length, except ids, times and enum values. Operators need no names and user texts for a diagnosis. */
export function redactForDisplay(message: unknown): unknown {
  const shown = redact(message)
  const withLengths = (value: unknown, enums?: ReadonlySet<string>): unknown =>
    JSON.parse(JSON.stringify(value), (key, inner) =>
      typeof inner !== 'string' || ID_OR_INSTANT.test(inner) || inner === REDACTED || enums?.has(key)
        ? inner
        : `[${inner.length} characters]`,
    )
  if (!isEnvelope(shown)) return typeof shown === 'string' ? shown : withLengths(shown)
  return { ...shown, data: withLengths(shown.data, enumsByType.get(shown.type)) }
}

/** Removes the secrets of a message. An event whose contract requires a secret can then no longer be replayed. */
export const withoutSecrets = (message: unknown): unknown => replaceSecrets(message, undefined)

export function withoutOptionalSecrets(event: EventEnvelope): EventEnvelope | undefined {
  const plain = withoutSecrets(event)
  const contract = contractsByType.get(event.type as EventContract['type'])
  return contract && isEnvelope(plain) && dataFault(contract, plain.data) === undefined ? plain : undefined
}

export const carriesSecret = (type: string): boolean => (secretsByType.get(type)?.size ?? 0) > 0
