import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type * as Type from 'typebox'

/** Writes values of a schema as answers of this route are written; made once for each schema. */
export const toJson = <T extends Type.TSchema>(reply: FastifyReply, schema: T): ((value: Type.Static<T>) => string) =>
  reply.compileSerializationSchema(schema as object as Record<string, unknown>)

/** Answers JSON whose parts are made when somebody takes them. What fails by then can only be cut off. */
export const sendJson = (reply: FastifyReply, parts: AsyncIterable<string>) =>
  reply.type('application/json; charset=utf-8').send(Readable.from(parts, { objectMode: false }))
