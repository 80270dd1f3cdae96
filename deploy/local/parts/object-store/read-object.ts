import { pipeline } from 'node:stream/promises'
import type { StoredObject } from './bucket.ts'
import type { Call, Operation } from './call.ts'
import { describe, overrides } from './object-headers.ts'
import { S3Error } from './s3-error.ts'

interface Range {
  start: number
  /** The last byte, included. */
  end: number
}

export const getObject: Operation = async (call) => {
  const { address, response, store } = call
  const { object, file } = await store.find(address.bucket).openBlob(address.key)
  try {
    const range = answer(call, object)
    if (range === undefined) response.end()
    else await pipeline(file.createReadStream({ ...range, autoClose: false }), response)
  } finally {
    await file.close()
  }
}

export const headObject: Operation = async (call) => {
  const { address, response, store } = call
  answer(call, store.find(address.bucket).find(address.key))
  response.end()
}

/** Writes status and headers; gives back which bytes have to follow, if any. */
function answer({ request, response, address }: Call, object: StoredObject): Range | undefined {
  const { headers } = request
  const facts = describe(object)
  if (headers['if-match'] !== undefined && !names(headers['if-match'], object)) {
    throw new S3Error('PreconditionFailed', 'At least one of the preconditions you specified did not hold.')
  }
  if (isUnchanged(headers['if-none-match'], headers['if-modified-since'], object)) {
    response.writeHead(304, facts)
    return undefined
  }
  const range = parseRange(headers.range, object.size)
  if (range === 'none of it') {
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

function names(etags: string, { etag }: StoredObject): boolean {
  return etags.split(',').some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '').replaceAll('"', '')))
}

function isUnchanged(noneMatch: string | undefined, modifiedSince: string | undefined, object: StoredObject): boolean {
  if (noneMatch !== undefined) return names(noneMatch, object)
  // HTTP dates know whole seconds only.
  const lastModified = Math.floor(Date.parse(object.lastModified) / 1000) * 1000
  return modifiedSince !== undefined && lastModified <= Date.parse(modifiedSince)
}

/** Understands one range; several, or nonsense, mean the whole object, as in S3. */
function parseRange(header: string | undefined, size: number): Range | 'none of it' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return size === 0 || Number(last) === 0 ? 'none of it' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'none of it' : { start, end }
}
