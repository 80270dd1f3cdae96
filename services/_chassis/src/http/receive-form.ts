import type { FileField, FileName, FormContract, FormFields } from '@app/contracts/define.ts'
import fastifyMultipart, { type FastifyMultipartBaseOptions, type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { idempotentRequestOf } from '../idempotency/plugin.ts'
import { removeTokenLinks } from '../logging/remove-token-links.ts'
import { peek } from '../storage/head.ts'
import { StoreSilent } from '../storage/idle-limit.ts'
import { removeFiles } from '../storage/remove-files.ts'
import { SNIFF_BYTES } from '../storage/sniff.ts'
import { acceptFile, keysOf, type ReceivedFile, receiveFile, type StoredFile, type Target } from '../storage/store-file.ts'
import { clientKey } from './client-key.ts'
import { isRefusal } from './error-handler.ts'
import { AppError, uploadAborted } from './errors.ts'
import { addField, fieldBytesOf, refusedPart } from './form-fields.ts'
import { checkFields } from './validator.ts'

export type StoredFiles<R extends { form: FormContract }> = Partial<Record<FileName<R>, StoredFile>>

export interface ReceivedForm<R extends { form: FormContract }> {
  fields: FormFields<R>
  /** The files as received. Only their types and sizes are checked. */
  files: Partial<Record<FileName<R>, ReceivedFile>>
  /**
   * Checks the content of the files, and writes pictures again without metadata. Call this after all checks that need no file, because it can
   * take seconds. Throws a 415 if a file is not accepted.
   */
  acceptFiles(): Promise<StoredFiles<R>>
}

const UPLOAD_TIME_LIMIT_MS = 10 * 60_000

/**
 * Minimum length of a boundary (browsers: at least 24). With a boundary of one character, 64 kB of a body can contain 13,000 parts. Parsing
 * these 13,000 parts would block the process for 270 ms.
 */
const BOUNDARY_MIN = 10

function hasShortBoundary({ headers }: FastifyRequest): boolean {
  const boundary = /boundary="?([^";]*)/i.exec(headers['content-type'] ?? '')?.[1]
  return boundary !== undefined && boundary.trim().length < BOUNDARY_MIN
}

const clientDisconnected = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Returns a signal that aborts when the client closes the connection, at the time limit, or when this process stops. */
function uploadSignal(request: FastifyRequest, timeLimitMs: number): AbortSignal {
  const disconnected = new AbortController()
  request.raw.once('close', () => {
    if (clientDisconnected(request)) disconnected.abort(uploadAborted())
  })
  return AbortSignal.any([disconnected.signal, request.server.cutOff, AbortSignal.timeout(timeLimitMs)])
}

/** Whether the form ended inside a file. The parser's error has no code, so its message is tested. */
const isCutShort = (error: unknown): boolean => error instanceof Error && error.message.endsWith('end of multipart data')

/**
 * Whether a part is a file. For parts with the type JSON this is true, because the parser would otherwise parse their JSON before the code
 * below can limit its depth.
 */
const isPartAFile = (_name: string | undefined, type: string | undefined, fileName: string | undefined): boolean =>
  fileName !== undefined || type === 'application/octet-stream' || type?.startsWith('application/json') === true

/** Yields the parts of a form. Throws a 400 if the form cannot be parsed. The parser's errors about limits already have a status. */
async function* partsOf(request: FastifyRequest, limits: FastifyMultipartBaseOptions['limits']): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits, isPartAFile })
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    throw new AppError('malformed', 'malformed', 'This form could not be read.', { cause: error })
  }
}

interface Receiving {
  field: FileField
  target: Target
  signal: AbortSignal
  hashed: boolean
}

async function storePart(part: MultipartFile, { field, target, signal, hashed }: Receiving): Promise<ReceivedFile | undefined> {
  const { head, body } = await peek(part.file, SNIFF_BYTES, signal)
  // Browsers send an empty part for a file input without a file.
  if (head.length === 0 && !part.filename) return undefined
  const fileName = removeTokenLinks(part.filename)
  return receiveFile({ head, body, field, name: part.fieldname, fileName, hashed }, target, signal)
}

const digestsOf = (files: Record<string, ReceivedFile>) => Object.entries(files).map(([field, { sha256 }]) => [field, sha256])

/** Runs a check before a form's body is read. If the check fails, the body is discarded, so that the client can read the response. */
export async function beforeForm<T>(request: FastifyRequest, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    request.raw.resume()
    throw error
  }
}

/** Key of the caller for whom pictures are processed: the account, or the network of an anonymous client. */
const callerKey = ({ user, ip }: FastifyRequest): string => user?.sub ?? clientKey(ip)

/**
 * Receives a multipart form: validates the fields, streams files to the store, then calls `use`, which accepts the files. Fields that the
 * client sends before a file are validated before the file is stored. Removes the stored files if this function or `use` rejects the form,
 * or if the idempotency key already has a stored response.
 */
export async function withForm<R extends { form: FormContract }, T>(
  request: FastifyRequest,
  { form }: R,
  target: Target,
  use: (received: ReceivedForm<R>) => Promise<T>,
  timeLimitMs = UPLOAD_TIME_LIMIT_MS,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('not-multipart', 'unsupported', 'Please send this as multipart/form-data.')
  if (hasShortBoundary(request)) throw new AppError('malformed', 'malformed', 'This form could not be read.')
  const signal = uploadSignal(request, timeLimitMs)
  const idempotency = idempotentRequestOf(request)
  const fields: Record<string, string> = {}
  const files: Record<string, ReceivedFile> = {}
  const accepted: StoredFile[] = []
  const limits = {
    // The parser accepts one part more than the form has, so that the code below can reject an extra part by its name.
    files: Object.keys(form.files).length + 1,
    fields: Object.keys(form.fields.properties).length + 1,
    fieldSize: fieldBytesOf(form.fields),
    fieldNameSize: 100,
    headerPairs: 20,
    fileSize: Number.POSITIVE_INFINITY,
  }
  let isReceived = false
  try {
    for await (const part of partsOf(request, limits)) {
      if (part.type === 'field') {
        addField(form.fields, fields, part)
        continue
      }
      const field = form.files[part.fieldname]
      if (!field || files[part.fieldname]) {
        throw refusedPart(part.fieldname, part.filename === undefined ? 'is not plain text' : 'does not accept this file')
      }
      checkFields(form.fields, fields, { isComplete: false })
      const stored = await storePart(part, { field, target, signal, hashed: target.hashed || idempotency.isKeyed })
      if (stored) files[part.fieldname] = stored
    }
    checkFields(form.fields, fields)
    await idempotency.begin(request.params, fields, digestsOf(files))
    isReceived = true
    const acceptFiles = async (): Promise<StoredFiles<R>> => {
      const stored: Record<string, StoredFile> = {}
      for (const [name, received] of Object.entries(files)) {
        const file = await acceptFile(received, target, { caller: callerKey(request), signal })
        accepted.push(file)
        stored[name] = file
      }
      return stored as StoredFiles<R>
    }
    return await use({ fields: fields as FormFields<R>, files: files as ReceivedForm<R>['files'], acceptFiles })
  } catch (error) {
    // The rest of the body is discarded, so that the client can read the response and reuse the connection. The parser is unpiped, because
    // a parser that has stopped reading would block the body.
    request.raw.unpipe().resume()
    // After an unexpected error, a committed row may refer to the files, so they stay in the store. They also stay if the store does not
    // respond. The daily sweep removes files to which no row refers.
    if ((!isReceived && !(error instanceof StoreSilent)) || isRefusal(error)) {
      await removeFiles({ store: target.store, log: request.log }, [
        ...Object.values(files).map(({ key }) => key),
        ...accepted.flatMap(keysOf),
      ])
    }
    if (!isReceived && request.server.cutOff.aborted) throw request.server.cutOff.reason
    const isInterrupted = clientDisconnected(request) || isCutShort(error) || (!isReceived && signal.aborted)
    throw isInterrupted ? uploadAborted(error) : error
  }
}

export default fp(
  async (app) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })
  },
  { name: 'forms' },
)
