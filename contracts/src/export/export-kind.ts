import * as Type from 'typebox'
import type { ServiceName } from '../define.ts'
import { strictObject } from '../primitives.ts'

/** A kind of record in the export of a company. Each kind is a file of JSON lines, one record on each line. */
export interface ExportKind {
  /** Name of the file without its extension. */
  name: string
  /** The service that owns the records. */
  service: ServiceName
  summary: string
  record: Type.TSchema
}

export function defineExport<const T extends ExportKind>(kind: T): T {
  return kind
}

/** Keyword of schemas whose values are keys of files in the file store. */
export const STORED_FILE = 'storedFile'

export const At = Type.String({ maxLength: 40, description: 'ISO 8601 with the offset from UTC' })
export const Day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: 'YYYY-MM-DD' })
export const Count = Type.Integer({ minimum: 0 })
export const Text = Type.String()
/** A file in the file store. The list of files in the manifest has its path in the ZIP file under this key. */
export const FileKey = Type.String({ maxLength: 300, [STORED_FILE]: true, description: '`key` of a file in the manifest' })

/** A schema that also accepts null. */
export const orNull = <T extends Type.TSchema>(schema: T) => Type.Unsafe<Type.Static<T> | null>(Type.Union([schema, Type.Null()]))

/** A value that is copied as it is: its format belongs to the release that wrote it. */
export const Json = Type.Unknown()

export const record = strictObject
export const listOf = <const P extends Type.TProperties>(properties: P) => Type.Array(strictObject(properties))
