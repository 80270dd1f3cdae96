import type { EventContract, EventData } from '@app/contracts/define.ts'
import * as Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** A CloudEvents 1.0 event in structured JSON, as it stands in the outbox and travels. */
export interface EventEnvelope {
  specversion: '1.0'
  /** A uuid v7: unique, and ordered by time within a process. */
  id: string
  /** `/<service>` that published it. */
  source: string
  type: string
  /** Id of the aggregate it is about. */
  subject: string
  time: string
  datacontenttype: 'application/json'
  /** Ties together all that one request brought about. */
  correlationid: string
  /** The event whose handling published this one. */
  causationid?: string
  traceparent?: string
  /** Id and role of the person who brought it about; absent when nobody was signed in. */
  actorid?: string
  actorrole?: string
  /** Version of the aggregate after the change: a reader that has seen a higher one ignores this event. */
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
    // Any text: a newer version may know more roles.
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

/** The type of an event; a word for what is none. */
export const typeOf = (message: unknown): string => (isEnvelope(message) ? message.type : 'unknown')

/** What is wrong with an event's data by its contract; undefined when it is right. Names places, never values. */
export function dataFault(event: EventContract, data: unknown): string | undefined {
  const validator = dataValidator(event)
  if (validator.Check(data)) return undefined
  const faults = validator.Errors(data).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  return `data of ${event.type} is not as its contract says: ${faults.join('; ')}`
}
