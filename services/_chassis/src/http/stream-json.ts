import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type * as Type from 'typebox'

export const toJson = <T extends Type.TSchema>(reply: FastifyReply, schema: T): ((value: Type.Static<T>) => string) =>
  reply.compileSerializationSchema(schema as object as Record<string, unknown>)

/** Sends JSON as a stream whose parts are created while the client reads. An error after the first part closes the connection. */
export const sendJson = (reply: FastifyReply, parts: AsyncIterable<string>) =>
  reply.type('application/json; charset=utf-8').send(Readable.from(parts, { objectMode: false }))
