import type { FileField, FileName, FormContract, FormFields } from '@app/contracts/define.ts'
import fastifyMultipart, { type FastifyMultipartBaseOptions, type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError, uploadAborted } from '../errors.ts'
import { idempotentRequestOf } from '../idempotency/plugin.ts'
import { peek } from '../storage/head.ts'
import { StoreSilent } from '../storage/idle-limit.ts'
import { removeFiles } from '../storage/remove-files.ts'
import { SNIFF_BYTES } from '../storage/sniff.ts'
import { type StoredFile, storeFile, type Target } from '../storage/store-file.ts'
import { isRefusal } from './error-handler.ts'
import { addField, fieldBytesOf } from './form-fields.ts'
import { checkFields } from './validator.ts'

export interface ReceivedForm<R extends { form: FormContract }> {
  fields: FormFields<R>
  files: Partial<Record<FileName<R>, StoredFile>>
}

const UPLOAD_TIME_LIMIT_MS = 10 * 60_000

/**
 * The shortest boundary of a form that is accepted. With a boundary of one character a chunk of 64 kB holds 13,000 empty parts, which
 * take the parser 270 ms. Browsers and HTTP libraries send 24 characters or more.
 */
const BOUNDARY_MIN = 10

function hasShortBoundary({ headers }: FastifyRequest): boolean {
  const boundary = /boundary="?([^";]*)/i.exec(headers['content-type'] ?? '')?.[1]
  return boundary !== undefined && boundary.trim().length < BOUNDARY_MIN
}

const senderLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Aborts when the sender hangs up half-way, takes longer than an upload may, or longer than this process is still there. */
function uploadSignal(request: FastifyRequest, timeLimitMs: number): AbortSignal {
  const gone = new AbortController()
  request.raw.once('close', () => {
    if (senderLeft(request)) gone.abort(uploadAborted())
  })
  return AbortSignal.any([gone.signal, request.server.cutOff, AbortSignal.timeout(timeLimitMs)])
}

/** The form ended inside a file. Its parser says so in these words alone. */
const isCutShort = (error: unknown): boolean => error instanceof Error && error.message.endsWith('end of multipart data')

/** The parts of a form; a 400 for what is none. The parser's own refusals name their status, what it cannot read does not. */
async function* partsOf(request: FastifyRequest, limits: FastifyMultipartBaseOptions['limits']): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits })
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

async function storePart(part: MultipartFile, { field, target, signal, hashed }: Receiving): Promise<StoredFile | undefined> {
  const { head, body } = await peek(part.file, SNIFF_BYTES, signal)
  // A form sends an empty part for a file input that was left alone.
  if (head.length === 0 && !part.filename) return undefined
  return storeFile({ head, body, field, name: part.fieldname, fileName: part.filename, hashed }, target, signal)
}

const digestsOf = (files: Record<string, StoredFile>) => Object.entries(files).map(([field, { sha256 }]) => [field, sha256])

/** Runs what may refuse a form before its body is read; the sender is read to the end all the same, so that it gets to see the answer. */
export async function beforeForm(request: FastifyRequest, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    request.raw.resume()
    throw error
  }
}

/**
 * Receives a multipart form: files stream straight to the store, fields are checked against the contract, then `use`
 * runs. What is refused, in here or by `use`, leaves no file behind; nor does what was answered before.
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
  const files: Record<string, StoredFile> = {}
  const limits = {
    // One more than there are, so that it is we who refuse the first one too many, by its name.
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
      if (!field || files[part.fieldname]) throw new AppError('malformed', 'malformed', `${part.fieldname} takes no file here`)
      const stored = await storePart(part, { field, target, signal, hashed: idempotency.isKeyed })
      if (stored) files[part.fieldname] = stored
    }
    checkFields(form.fields, fields)
    await idempotency.begin(request.params, fields, digestsOf(files))
    isReceived = true
    return await use({ fields: fields as FormFields<R>, files: files as ReceivedForm<R>['files'] })
  } catch (error) {
    // The sender is still sending: read on to the end, so that it gets to see the answer, and whoever comes next on this connection
    // is heard. The parser must not have it any more: it lets go only later, and would leave it standing still.
    request.raw.unpipe().resume()
    // What fails unexpectedly may be committed all the same, when only the database's answer was lost: then a row names
    // the files. The sweep removes them where none does, and where the store does not answer.
    if ((!isReceived && !(error instanceof StoreSilent)) || isRefusal(error)) {
      await removeFiles(
        { store: target.store, log: request.log },
        Object.values(files).map((file) => file.key),
      )
    }
    if (!isReceived && request.server.cutOff.aborted) throw request.server.cutOff.reason
    const isInterrupted = senderLeft(request) || isCutShort(error) || (!isReceived && signal.aborted)
    throw isInterrupted ? uploadAborted(error) : error
  }
}

/** Lets an app receive multipart forms by `withForm`. */
export default fp(
  async (app) => {
    await app.register(fastifyMultipart, { throwFileSizeLimit: false })
  },
  { name: 'forms' },
)
