import { exportedCampaigns } from '@app/contracts/export/campaigns.ts'
import { exportedCompany } from '@app/contracts/export/company.ts'
import { exportedDocuments, exportedPhotos } from '@app/contracts/export/documents.ts'
import { type ExportKind, STORED_FILE } from '@app/contracts/export/export-kind.ts'
import { type ExportedTask, exportedTasks } from '@app/contracts/export/tasks.ts'
import { safeName } from '@app/contracts/format/file-name.ts'
import { brandImageFields } from '@app/contracts/http/company.ts'
import { Value } from 'typebox/value'

/** A file of the store, with the folder and the name that it gets in the export. */
interface NamedFile {
  key: string
  folder: string
  name: string
}

const extensionOf = (key: string): string => /\.\w{1,10}$/.exec(key)?.[0] ?? ''
const padded = (value: number): string => String(value).padStart(2, '0')

function filesOfTask({ taskId, title, referenceImage, previews, rollbacks }: ExportedTask): NamedFile[] {
  const folder = `files/tasks/${taskId} ${safeName(title)}`
  const named = (key: string | null, name: string): NamedFile[] =>
    key === null ? [] : [{ key, folder, name: `${name}${extensionOf(key)}` }]
  return [
    ...named(referenceImage, 'reference'),
    ...previews.flatMap(({ number, files }) =>
      files.flatMap(({ position, key, posterKey }) => {
        const name = `version-${number}-${padded(position)}`
        return [...named(key, name), ...named(posterKey, `${name}-poster`)]
      }),
    ),
    ...rollbacks.flatMap(({ clientSuggestImage }, at) => named(clientSuggestImage, `feedback-${at + 1}`)),
  ]
}

/** Returns the files of a record that have a name of their own. */
function wellNamed(kind: ExportKind, value: unknown): NamedFile[] {
  if (kind === exportedTasks && Value.Check(exportedTasks.record, value)) return filesOfTask(value)
  if (kind === exportedDocuments && Value.Check(exportedDocuments.record, value))
    return [{ key: value.file, folder: 'files/documents', name: value.fileName }]
  if (kind === exportedPhotos && Value.Check(exportedPhotos.record, value)) {
    const { file, display, thumbnail, fileName } = value
    return [
      { key: file, folder: 'files/photos', name: fileName },
      { key: display, folder: 'files/photos/copies', name: `large ${fileName}` },
      { key: thumbnail, folder: 'files/photos/copies', name: `small ${fileName}` },
    ]
  }
  if (kind === exportedCampaigns && Value.Check(exportedCampaigns.record, value))
    return value.steps.flatMap(({ attachment, attachmentName }) =>
      attachment === null
        ? []
        : [
            {
              key: attachment,
              folder: `files/campaigns/${safeName(value.name)}`,
              name: attachmentName ?? `picture${extensionOf(attachment)}`,
            },
          ],
    )
  if (kind === exportedCompany && Value.Check(exportedCompany.record, value))
    return (['logo', ...brandImageFields] as const).flatMap((field) => {
      const key = value[field]
      return key === null ? [] : [{ key, folder: 'files/company', name: `${field}${extensionOf(key)}` }]
    })
  return []
}

interface Schema {
  anyOf?: readonly unknown[]
  items?: unknown
  properties?: Readonly<Record<string, unknown>>
}

const isSchema = (value: unknown): value is Schema & Record<string, unknown> => typeof value === 'object' && value !== null

/** Yields the keys of all files that a value names, by the schema of the value. */
function* fileKeysIn(schema: unknown, value: unknown): Generator<string> {
  if (!isSchema(schema) || value === null || value === undefined) return
  if (schema[STORED_FILE] === true && typeof value === 'string') yield value
  else if (schema.anyOf) for (const choice of schema.anyOf) yield* fileKeysIn(choice, value)
  else if (Array.isArray(value)) for (const item of value) yield* fileKeysIn(schema.items, item)
  else if (isSchema(value) && schema.properties)
    for (const [name, property] of Object.entries(schema.properties)) yield* fileKeysIn(property, value[name])
}

/** Returns all files of a record. Files without a name of their own get the end of their key. */
export function namedFiles(kind: ExportKind, record: unknown): NamedFile[] {
  const files = wellNamed(kind, record)
  const known = new Set(files.map(({ key }) => key))
  for (const key of fileKeysIn(kind.record, record)) {
    if (known.has(key)) continue
    known.add(key)
    files.push({ key, folder: `files/${kind.name}`, name: key.slice(key.lastIndexOf('/') + 1) })
  }
  return files
}

/** Gives each file of an export its path. A file that several records name is in the export once. */
export function filePaths() {
  const paths = new Map<string, string>()
  const taken = new Set<string>()
  return {
    paths: paths as ReadonlyMap<string, string>,
    add({ key, folder, name }: NamedFile): void {
      if (paths.has(key)) return
      const safe = safeName(name)
      const dot = safe.lastIndexOf('.') > 0 ? safe.lastIndexOf('.') : safe.length
      // File systems of Windows and macOS do not distinguish upper and lower case.
      let path = `${folder}/${safe}`
      for (let copy = 2; taken.has(path.toLowerCase()); copy++) path = `${folder}/${safe.slice(0, dot)} (${copy})${safe.slice(dot)}`
      taken.add(path.toLowerCase())
      paths.set(key, path)
    },
  }
}
