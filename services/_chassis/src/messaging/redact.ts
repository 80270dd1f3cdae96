import type { EventContract } from '@app/contracts/define.ts'
import { allEvents } from '@app/contracts/surface.ts'
import { secretKeys } from '../secrets.ts'
import { dataFault, type EventEnvelope, isEnvelope } from './event.ts'

const contractsByType = new Map(allEvents.map((event) => [event.type, event]))
const secretsByType = new Map(allEvents.map(({ type, data }): [string, Set<string>] => [type, new Set(secretKeys(data.properties))]))
const allSecrets = new Set([...secretsByType.values()].flatMap((keys) => [...keys]))

/** The keys an event's contract describes as secret; of a message that is none of our events, those of any. */
function secretsOf(message: unknown): ReadonlySet<string> {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
  return secretsByType.get(String(type)) ?? allSecrets
}

const REDACTED = '[redacted]'

function replaceSecrets(message: unknown, replacement: string | undefined): unknown {
  const secrets = secretsOf(message)
  return JSON.parse(JSON.stringify(message) ?? 'null', (key, value) => (secrets.has(key) ? replacement : value))
}

/** A message as it may be shown: secrets out of it, and nothing of what was no JSON. */
export const redact = (message: unknown): unknown =>
  typeof message === 'string' ? `[no JSON, ${message.length} characters]` : replaceSecrets(message, REDACTED)

const ID_OR_INSTANT = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/i
const enumsByType = new Map(
  allEvents.map(({ type, data }): [string, Set<string>] => [
    type,
    new Set(Object.keys(data.properties).filter((key) => 'enum' in (data.properties[key] ?? {}))),
  ]),
)

/**
 * A message as it may be looked at by who has no part in it: what is no id, time, number or word of the contract's own is told by
 * its length. Names, addresses and what people wrote are not what is wrong with it.
 */
export function redactForDisplay(message: unknown): unknown {
  const shown = redact(message)
  const told = (value: unknown, known?: ReadonlySet<string>): unknown =>
    JSON.parse(JSON.stringify(value), (key, inner) =>
      typeof inner !== 'string' || ID_OR_INSTANT.test(inner) || inner === REDACTED || known?.has(key)
        ? inner
        : `[${inner.length} characters]`,
    )
  if (!isEnvelope(shown)) return typeof shown === 'string' ? shown : told(shown)
  return { ...shown, data: told(shown.data, enumsByType.get(shown.type)) }
}

/** A message as it may be kept for good. Without its secret it is no longer as its contract says: a replay does nothing with it. */
export const withoutSecrets = (message: unknown): unknown => replaceSecrets(message, undefined)

/** An event without its secrets; undefined when its contract requires one of them. */
export function withoutOptionalSecrets(event: EventEnvelope): EventEnvelope | undefined {
  const plain = withoutSecrets(event)
  const contract = contractsByType.get(event.type as EventContract['type'])
  return contract && isEnvelope(plain) && dataFault(contract, plain.data) === undefined ? plain : undefined
}

/** Whether events of this type say something that must not be kept. */
export const carriesSecret = (type: string): boolean => (secretsByType.get(type)?.size ?? 0) > 0
