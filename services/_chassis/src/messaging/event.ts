import type { EventContract, EventData } from '@app/contracts/define.ts'
import * as Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** A CloudEvents 1.0 event in structured JSON, as it is stored and transported. */
export interface EventEnvelope {
  specversion: '1.0'
  /** A UUID v7: ids of the same process are in the order of time. */
  id: string
  /** Service that published the event, as `/<service>`. */
  source: string
  type: string
  subject: string
  time: string
  datacontenttype: 'application/json'
  /** Id of the request that caused this event, directly or through other events. */
  correlationid: string
  causationid?: string
  traceparent?: string
  /** The signed-in user who caused the event, if any. */
  actorid?: string
  actorrole?: string
  /** Version of the aggregate after the change. A consumer ignores this event if its projection has a higher version. */
  aggregateversion: number
  data: unknown
}

export type ReceivedEvent<E extends EventContract> = Omit<EventEnvelope, 'data'> & { data: EventData<E> }

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

const envelope = Compile(
  Type.Object({
    specversion: Type.Literal('1.0'),
    id: Type.String({ pattern: UUID }),
    source: Type.String(),
    type: Type.String(),
    subject: Type.String(),
    time: Type.String(),
    datacontenttype: Type.Literal('application/json'),
    correlationid: Type.String(),
    causationid: Type.Optional(Type.String()),
    traceparent: Type.Optional(Type.String()),
    actorid: Type.Optional(Type.String()),
    // Any string is valid, because a newer release may have more roles.
    actorrole: Type.Optional(Type.String()),
    aggregateversion: Type.Integer(),
    data: Type.Unknown(),
  }),
)

const dataValidators = new WeakMap<EventContract, Validator>()

function dataValidator(event: EventContract): Validator {
  const known = dataValidators.get(event)
  if (known) return known
  const made: Validator = Compile(event.data)
  dataValidators.set(event, made)
  return made
}

export const isEnvelope = (message: unknown): message is EventEnvelope => envelope.Check(message)

export const typeOf = (message: unknown): string => (isEnvelope(message) ? message.type : 'unknown')

/** Validates data against the contract. Returns the errors, with paths but without values, or undefined if the data is valid. */
export function dataFault(event: EventContract, data: unknown): string | undefined {
  const validator = dataValidator(event)
  if (validator.Check(data)) return undefined
  const faults = validator.Errors(data).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  return `data of ${event.type} does not match its contract: ${faults.join('; ')}`
}
