import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from './errors.ts'

const encodeCursor = (key: readonly (string | number)[]): string => Buffer.from(JSON.stringify(key)).toString('base64url')

const cursorNotValid = (): AppError => new AppError('malformed', 'malformed', 'cursor is not valid')

function decodeCursor(cursor: string): (string | number)[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(key) && key.every((part) => typeof part === 'string' || Number.isSafeInteger(part))) return key
  } catch {
    // Every invalid cursor causes the error below.
  }
  throw cursorNotValid()
}

/** Decodes a cursor and validates it against the schema of the list's sort key. Without a cursor (first page), returns undefined. */
export function readCursor<T extends Type.TSchema>(cursor: string | undefined, schema: T): Type.Static<T> | undefined {
  if (cursor === undefined) return undefined
  const key: unknown = decodeCursor(cursor)
  if (!Value.Check(schema, key)) throw cursorNotValid()
  return key
}

/** A timestamp with the database's precision (microseconds), so that the next page begins exactly after the last row. */
export const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' })

/** A value of a column of type `integer`. A query with a number outside of this range would fail. */
export const Int4 = Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })

export function pageAfter(list: string, limit: number, key: readonly (string | number)[]): string {
  const [path, query] = list.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('limit', String(limit))
  parameters.set('cursor', encodeCursor(key))
  return `${path}?${parameters}`
}

export function setNextLink(request: FastifyRequest, reply: FastifyReply, limit: number, key: readonly (string | number)[]): void {
  reply.header('link', `<${pageAfter(request.url, limit, key)}>; rel="next"`)
}

/**
 * Returns the first `limit` rows. The caller's query must ask for `limit + 1` rows. If `rows` contains the additional row, this function
 * sets a `Link` header to the next page.
 */
export function nextPage<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: T[],
  limit: number,
  keyOf: (row: T) => (string | number)[],
): T[] {
  if (rows.length <= limit) return rows
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (last !== undefined) setNextLink(request, reply, limit, keyOf(last))
  return page
}
