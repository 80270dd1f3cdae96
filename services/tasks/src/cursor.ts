import { AppError } from '@app/chassis/errors.ts'
import { decodeCursor } from '@app/chassis/http/paging.ts'
import type * as Type from 'typebox'
import { Value } from 'typebox/value'

/** The sort key in a caller's cursor, held against what that list sorts by; undefined for the first page. */
export function readCursor<T extends Type.TSchema>(cursor: string | undefined, schema: T): Type.Static<T> | undefined {
  if (cursor === undefined) return undefined
  const key: unknown = decodeCursor(cursor)
  if (!Value.Check(schema, key)) throw new AppError('malformed', 'malformed', 'cursor is not valid')
  return key
}
