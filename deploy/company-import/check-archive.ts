import { createHash } from 'node:crypto'
import { RefusedArchive, type ZipEntry, type ZipReader } from '@app/chassis/exports/zip-reader.ts'
import { checkDepth } from '@app/chassis/http/json.ts'
import { exportedCompany, exportedOwner } from '@app/contracts/export/company.ts'
import type { ExportKind } from '@app/contracts/export/export-kind.ts'
import { EXPORT_FORMAT, ExportManifest, exportKinds, MANIFEST_NAME, recordsPath } from '@app/contracts/export/manifest.ts'
import { exportedRecord, RecordHeaderLine, RecordLine } from '@app/contracts/export/tasks.ts'
import { CHAIN_START, chainProblem, parseBody } from '@app/contracts/rules/record-chain.ts'
import { Value } from 'typebox/value'

const MANIFEST_MAX_BYTES = 512 * 1024 * 1024
/** A task with 200 versions of its brief has about 7 MB. */
const LINE_MAX_BYTES = 64 * 1024 * 1024

/** Yields the lines of an entry. Throws `RefusedArchive` for a line that is too long or not UTF-8. */
async function* linesOf(zip: ZipReader, entry: ZipEntry): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const chunk of zip.read(entry)) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)])
      pieces = []
      length = 0
      from = end + 1
    }
    const rest = chunk.subarray(from)
    if (rest.length > 0) pieces.push(rest)
    length += rest.length
    if (length > LINE_MAX_BYTES) throw new RefusedArchive(`A line of ${entry.path} is too long.`)
  }
  if (length > 0) yield Buffer.concat(pieces)
}

const entryOf = (zip: ZipReader, path: string): ZipEntry => {
  const entry = zip.entries.get(path)
  if (!entry) throw new RefusedArchive(`The ZIP file does not contain ${path}.`)
  return entry
}

/** Yields the records of a kind. */
export async function* recordsOf(zip: ZipReader, kind: ExportKind): AsyncGenerator<unknown> {
  for await (const line of linesOf(zip, entryOf(zip, recordsPath(kind)))) yield JSON.parse(line.toString())
}

async function readManifest(zip: ZipReader): Promise<ExportManifest> {
  const entry = entryOf(zip, MANIFEST_NAME)
  if (entry.size > MANIFEST_MAX_BYTES) throw new RefusedArchive('The manifest is too large.')
  const chunks: Buffer[] = []
  for await (const chunk of zip.read(entry)) chunks.push(chunk)
  const manifest = parsed(Buffer.concat(chunks), MANIFEST_NAME)
  if (typeof manifest === 'object' && manifest !== null && 'format' in manifest && manifest.format !== EXPORT_FORMAT)
    throw new RefusedArchive(`The export has the format ${JSON.stringify(manifest.format)}. This release imports ${EXPORT_FORMAT}.`)
  if (!Value.Check(ExportManifest, manifest)) throw new RefusedArchive('The manifest does not have the format of an export.')
  return manifest
}

function parsed(json: Buffer, place: string): unknown {
  try {
    checkDepth(json)
    return JSON.parse(json.toString())
  } catch (cause) {
    throw new RefusedArchive(`${place} is not valid JSON.`, { cause })
  }
}

/** The manifest and the ZIP file must list the same files, with the same sizes. */
function requireSameFiles({ entries }: ZipReader, { files }: ExportManifest): void {
  const listed = new Set(files.map(({ path }) => path))
  if (listed.size !== files.length) throw new RefusedArchive('The manifest lists a file twice.')
  for (const { path, bytes } of files) {
    const size = entries.get(path)?.size
    if (size === undefined) throw new RefusedArchive(`The ZIP file does not contain ${path}, which the manifest lists.`)
    if (size !== bytes) throw new RefusedArchive(`The file ${path} has ${size} bytes instead of ${bytes}.`)
  }
  for (const path of entries.keys())
    if (path !== MANIFEST_NAME && !listed.has(path)) throw new RefusedArchive(`The manifest does not list ${path}.`)
}

/** Checks that each line of a kind's records matches the schema, and that their number is that of the manifest. */
async function requireRecords(
  zip: ZipReader,
  kind: ExportKind,
  { records }: ExportManifest,
  requireOwnReferences: (name: string, record: unknown, place: string) => void,
): Promise<void> {
  const path = recordsPath(kind)
  let count = 0
  for await (const line of linesOf(zip, entryOf(zip, path))) {
    count += 1
    const place = `Line ${count} of ${path}`
    const record = parsed(line, place)
    if (!Value.Check(kind.record, record)) throw new RefusedArchive(`${place} does not match its schema.`)
    requireOwnReferences(kind.name, record, place)
  }
  if (records[kind.name] !== count)
    throw new RefusedArchive(`${path} has ${count} records, but the manifest counts ${records[kind.name] ?? 0}.`)
}

/** Lists by the property that refers to their items. */
const referredLists: Readonly<Record<string, string>> = {
  seriesId: 'task-series',
  previewId: 'previews',
  linkId: 'reviewLinks',
  deliveryId: 'photo-deliveries',
  campaignId: 'campaigns',
  stepId: 'steps',
  dispatchId: 'dispatches',
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Yields all records in a record, each with the name of its kind or list. */
function* recordsIn(name: string, value: unknown): Generator<{ name: string; record: Record<string, unknown> }> {
  if (Array.isArray(value)) for (const item of value) yield* recordsIn(name, item)
  if (!isObject(value)) return
  yield { name, record: value }
  for (const [list, items] of Object.entries(value)) if (Array.isArray(items)) yield* recordsIn(list, items)
}

/**
 * Returns a function that checks the references of records, which it gets in the order of `exportKinds`. A reference to something outside of
 * the export could be one to the data of another company.
 */
function referenceCheck(): (name: string, record: unknown, place: string) => void {
  const known = new Map(Object.values(referredLists).map((list) => [list, new Set<unknown>()]))
  return (kind, value, place) => {
    const records = [...recordsIn(kind, value)]
    for (const { name, record } of records) known.get(name)?.add(record.id)
    for (const { record } of records)
      for (const [property, list] of Object.entries(referredLists)) {
        const id = record[property]
        if (typeof id === 'string' && !known.get(list)?.has(id))
          throw new RefusedArchive(`${place} refers with ${property} to something that the export does not contain.`)
      }
  }
}

/** The manifest, the company and the owner's account must name each other. */
async function requireOneCompany(zip: ZipReader, { records, companyId, ownerId }: ExportManifest): Promise<void> {
  if (records.company !== 1 || records.owner !== 1) throw new RefusedArchive('An export has one company and one owner.')
  for await (const record of recordsOf(zip, exportedOwner))
    if (Value.Parse(exportedOwner.record, record).id !== ownerId) throw new RefusedArchive('The manifest names another owner.')
  for await (const record of recordsOf(zip, exportedCompany)) {
    const company = Value.Parse(exportedCompany.record, record)
    if (company.id !== companyId || company.ownerId !== ownerId) throw new RefusedArchive('The manifest names another company.')
  }
}

/** Checks the decision record: the numbers have no gaps, and each hash is that of its entry. */
async function requireChain(zip: ZipReader, companyId: string): Promise<void> {
  let end = CHAIN_START
  let isFirst = true
  for await (const line of recordsOf(zip, exportedRecord)) {
    if (isFirst !== Value.Check(RecordHeaderLine, line))
      throw new RefusedArchive('The decision record must have one header, as its first line.')
    isFirst = false
    if (!Value.Check(RecordLine, line)) continue
    const problem = await chainProblem(end, line, companyId)
    if (problem) throw new RefusedArchive(`The decision record is not intact: ${problem}`)
    end = { number: parseBody(line.body)?.number ?? 0, hash: line.hash }
  }
}

/**
 * Checks a whole export before anything is changed: the list of files, the hash of each file, the schema of each record, and the chain of
 * the decision record. Throws `RefusedArchive` with a sentence for the operator.
 */
export async function checkArchive(zip: ZipReader): Promise<ExportManifest> {
  const manifest = await readManifest(zip)
  requireSameFiles(zip, manifest)
  for (const { path, sha256 } of manifest.files) {
    const hash = createHash('sha256')
    for await (const chunk of zip.read(entryOf(zip, path))) hash.update(chunk)
    if (hash.digest('hex') !== sha256) throw new RefusedArchive(`The file ${path} is not the one that was exported.`)
  }
  const requireOwnReferences = referenceCheck()
  for (const kind of exportKinds) await requireRecords(zip, kind, manifest, requireOwnReferences)
  await requireOneCompany(zip, manifest)
  await requireChain(zip, manifest.companyId)
  return manifest
}
