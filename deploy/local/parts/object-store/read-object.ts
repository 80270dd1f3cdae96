import { pipeline } from 'node:stream/promises'
import type { StoredObject } from './bucket.ts'
import type { Call, Operation } from './call.ts'
import { describe, overrides } from './object-headers.ts'
import { S3Error } from './s3-error.ts'

interface Range {
  start: number
  /** Offset of the last byte, inclusive. */
  end: number
}

export const getObject: Operation = async (call) => {
  const { address, response, store } = call
  const { object, file } = await store.find(address.bucket).openBlob(address.key)
  try {
    const range = sendHead(call, object)
    if (range === undefined) response.end()
    else await pipeline(file.createReadStream({ ...range, autoClose: false }), response)
  } finally {
    await file.close()
  }
}

export const headObject: Operation = async (call) => {
  const { address, response, store } = call
  sendHead(call, store.find(address.bucket).find(address.key))
  response.end()
}

/** Writes the status and the headers. Returns the byte range to send, or undefined for an empty body. */
function sendHead({ request, response, address }: Call, object: StoredObject): Range | undefined {
  const { headers } = request
  const facts = describe(object)
  if (headers['if-match'] !== undefined && !matchesEtag(headers['if-match'], object)) {
    throw new S3Error('PreconditionFailed', 'At least one of the preconditions you specified did not hold.')
  }
  if (isUnchanged(headers['if-none-match'], headers['if-modified-since'], object)) {
    response.writeHead(304, facts)
    return undefined
  }
  const range = parseRange(headers.range, object.size)
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${object.size}`)
    throw new S3Error('InvalidRange', 'The requested range is not satisfiable.')
  }
  const { start, end } = range ?? { start: 0, end: object.size - 1 }
  response.writeHead(range ? 206 : 200, {
    ...facts,
    ...overrides(address.query),
    ...(range && { 'content-range': `bytes ${start}-${end}/${object.size}` }),
    'content-length': end - start + 1,
  })
  return object.size === 0 ? undefined : { start, end }
}

function matchesEtag(etags: string, { etag }: StoredObject): boolean {
  return etags.split(',').some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '').replaceAll('"', '')))
}

function isUnchanged(noneMatch: string | undefined, modifiedSince: string | undefined, object: StoredObject): boolean {
  if (noneMatch !== undefined) return matchesEtag(noneMatch, object)
  // HTTP dates have a resolution of one second.
  const lastModified = Math.floor(Date.parse(object.lastModified) / 1000) * 1000
  return modifiedSince !== undefined && lastModified <= Date.parse(modifiedSince)
}

/** Parses a Range header with one range. As in S3, returns undefined (the whole object) for several ranges or an invalid header. */
function parseRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return size === 0 || Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
