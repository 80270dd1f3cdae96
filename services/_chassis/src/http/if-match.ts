import { IF_MATCH } from '@app/contracts/rules/versions.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

const etag = /^"([0-9]{1,9})"$/

/** Returns the version in `If-Match`. Throws 428 without this header, and 400 if it contains no version. */
export function seenVersionOf({ headers }: FastifyRequest): number {
  const value = headers[IF_MATCH]
  if (value === undefined)
    throw new AppError('version-missing', 'version-missing', 'Please send the version that you have seen in If-Match.')
  const version = etag.exec(value)?.[1]
  if (version === undefined) throw new AppError('malformed', 'malformed', 'If-Match must be a version in quotation marks.')
  return Number(version)
}
