import { type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import { queueProofreading } from '../proofreading/proofreading.repository.ts'
import { queueFiles } from './incomplete-file.repository.ts'

/** A file of a new preview, as it is stored. Keys are object keys. */
type NewPreviewFile = Omit<PreviewFileRow, 'position'>

/** A file of a new preview whose alternative text may not be known yet, because an equal file of an earlier preview may have one. */
export type ReceivedPreviewFile = Omit<NewPreviewFile, 'alternative_text'> & { alternative_text: string | undefined }

export interface NewPreview {
  taskId: string
  caption: string
  files: readonly NewPreviewFile[]
  contentHash: string
  createdBy: string
  /** The number of a delivered preview. Absent for a draft. */
  number?: number
  /** Whether the draft must be checked before its delivery. */
  needsCheck?: boolean
}

export type PreviewFileRow = Omit<Selectable<Tables['preview_file']>, 'preview_id' | 'needs_copies'>
export type PreviewRow = Selectable<Tables['preview']> & { files: PreviewFileRow[] }

const fileColumns = [
  'position',
  'key',
  'kind',
  'media_type',
  'bytes',
  'sha256',
  'width',
  'height',
  'duration_ms',
  'poster_key',
  'display_key',
  'thumbnail_key',
  'first_key',
  'middle_key',
  'last_key',
  'codec',
  'alternative_text',
] as const satisfies readonly (keyof PreviewFileRow)[]

const previewColumns = [
  'id',
  'task_id',
  'number',
  'caption',
  'content_hash',
  'state',
  'created_by',
  'created_at',
  'delivered_by',
  'delivered_at',
  'brief_version',
  'check_requested_at',
  'checked_by',
  'checked_at',
  'needs_check',
  'withdrawn_by',
  'withdrawn_at',
  'withdrawn_reason',
] as const satisfies readonly (keyof Tables['preview'])[]

const keyColumns = ['key', 'poster_key', 'display_key', 'thumbnail_key', 'first_key', 'middle_key', 'last_key'] as const

/** Returns the keys of all files of a preview. */
export const fileKeysOf = ({ files }: PreviewRow): string[] =>
  files.flatMap((file) => keyColumns.map((column) => file[column])).filter((key) => key !== null)

/** Number of a draft in the sort order. A draft comes before all delivered previews. */
export const DRAFT_PLACE = 2_147_483_647

const place = sql<number>`coalesce(number, ${sql.lit(DRAFT_PLACE)})`

/** Selects the files of previews. Returns the rows of the previews with these files. */
async function withFiles(db: Kysely<Tables>, previews: readonly Selectable<Tables['preview']>[]): Promise<PreviewRow[]> {
  if (previews.length === 0) return []
  const files = await db
    .selectFrom('preview_file')
    .select(['preview_id', ...fileColumns])
    .where('preview_id', '=', sql<string>`any(${previews.map(({ id }) => id)}::uuid[])`)
    .orderBy('position')
    .execute()
  const byPreview = Map.groupBy(files, ({ preview_id }) => preview_id)
  return previews.map((preview) => ({ ...preview, files: byPreview.get(preview.id) ?? [] }))
}

interface PreviewPage {
  /** Whether the page contains the draft and withdrawn previews. */
  forTeam: boolean
  /** The page contains only previews with a lower number than `before`. */
  before?: number
  limit: number
}

/** Returns previews of a task, newest first. The draft is the first. Without `forTeam`, returns only delivered previews. */
export async function findPreviews(db: Kysely<Tables>, taskId: string, { forTeam, before, limit }: PreviewPage): Promise<PreviewRow[]> {
  const page = db.selectFrom('preview').select(previewColumns).where('task_id', '=', taskId).orderBy(place, 'desc').limit(limit)
  const delivered = forTeam ? page : page.where('state', '=', 'delivered')
  return withFiles(db, await (before === undefined ? delivered : delivered.where(place, '<', before)).execute())
}

export async function findPreview(db: Kysely<Tables>, id: string): Promise<PreviewRow | undefined> {
  const [preview] = await withFiles(db, await db.selectFrom('preview').select(previewColumns).where('id', '=', id).execute())
  return preview
}

/** Returns the delivered or withdrawn preview of a task with this number. Undefined if there is no such preview. */
export async function findNumberedPreview(db: Kysely<Tables>, taskId: string, number: number): Promise<PreviewRow | undefined> {
  const numbered = db.selectFrom('preview').select(previewColumns).where('task_id', '=', taskId).where('number', '=', number)
  const [preview] = await withFiles(db, await numbered.execute())
  return preview
}

export async function findDraft(trx: Transaction<Tables>, taskId: string): Promise<PreviewRow | undefined> {
  const draft = trx.selectFrom('preview').select(previewColumns).where('task_id', '=', taskId).where('state', '=', 'draft')
  const [preview] = await withFiles(trx, await draft.execute())
  return preview
}

/** Returns the id, the caption and the content hash of a task's preview. Throws if the preview does not exist. */
export const findSummary = (
  db: Kysely<Tables>,
  taskId: string,
  number: number,
): Promise<Pick<PreviewRow, 'id' | 'caption' | 'content_hash'>> =>
  db
    .selectFrom('preview')
    .select(['id', 'caption', 'content_hash'])
    .where('task_id', '=', taskId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

/** Returns the highest number of a task's previews, also of withdrawn ones. 0 if none was delivered. */
export async function lastPreviewNo(trx: Transaction<Tables>, taskId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('preview')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Marks a delivered preview as withdrawn. */
export async function markWithdrawn(trx: Transaction<Tables>, taskId: string, number: number, by: string, reason: string): Promise<void> {
  await trx
    .updateTable('preview')
    .set({ state: 'withdrawn', withdrawn_by: by, withdrawn_at: sql`now()`, withdrawn_reason: reason || null })
    .where('task_id', '=', taskId)
    .where('number', '=', number)
    .execute()
}

/** Returns the keys of all files of a task's previews. */
export async function findPreviewFileKeys(db: Kysely<Tables>, taskId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct named.key from preview join preview_file as file on file.preview_id = preview.id
      cross join unnest(array[${sql.join(keyColumns.map((column) => sql.ref(`file.${column}`)))}]) as named (key)
    where preview.task_id = ${taskId} and named.key is not null`.execute(db)
  return rows.map(({ key }) => key)
}

/**
 * Returns the files of a new preview with their alternative texts. A file without one keeps that of the equal file in the newest preview of
 * the task that contains it. Call this before a replaced draft is deleted.
 */
export async function withAlternativeTexts(
  trx: Transaction<Tables>,
  taskId: string,
  files: readonly ReceivedPreviewFile[],
): Promise<NewPreviewFile[]> {
  const hashes = files.filter(({ alternative_text }) => alternative_text === undefined).map(({ sha256 }) => sha256)
  const { rows } = await sql<{ sha256: string; text: string }>`
    select distinct on (sha256) sha256, alternative_text as text from preview join preview_file on preview_id = preview.id
    where task_id = ${taskId} and sha256 = any(${hashes}::text[])
    order by sha256, created_at desc, position`.execute(trx)
  const earlier = new Map(rows.map(({ sha256, text }) => [sha256, text]))
  return files.map((file) => ({ ...file, alternative_text: file.alternative_text ?? earlier.get(file.sha256) ?? '' }))
}

/** Inserts a preview with its files. The content hash is set last, because after that, triggers reject changes of the files. */
export async function insertPreview(
  trx: Transaction<Tables>,
  { taskId, caption, files, contentHash, createdBy, number, needsCheck = false }: NewPreview,
): Promise<PreviewRow> {
  const id = uuidv7()
  const brief_version = sql<number>`(select brief_version from task where id = ${taskId})`
  const delivery = { state: 'delivered', number, delivered_by: createdBy, delivered_at: sql<string>`now()`, brief_version } as const
  await trx
    .insertInto('preview')
    .values({
      id,
      task_id: taskId,
      caption,
      created_by: createdBy,
      needs_check: needsCheck,
      ...(number === undefined ? { state: 'draft' } : delivery),
    })
    .execute()
  const rows = files.map((file, index) => ({
    ...file,
    preview_id: id,
    position: index + 1,
    needs_copies: file.kind === 'image' && file.display_key === null,
  }))
  const stored = await trx.insertInto('preview_file').values(rows).returning(fileColumns).execute()
  await queueFiles(trx, id, rows)
  await queueProofreading(trx, id, number === undefined)
  const preview = await trx
    .updateTable('preview')
    .set({ content_hash: contentHash })
    .where('id', '=', id)
    .returning(previewColumns)
    .executeTakeFirstOrThrow()
  return { ...preview, files: stored }
}

/** Stores that a draft was checked or delivered. */
export async function updateDraft(trx: Transaction<Tables>, id: string, progress: UpdateObject<Tables, 'preview'>): Promise<void> {
  await trx.updateTable('preview').set(progress).where('id', '=', id).execute()
}

export async function deletePreview(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('preview').where('id', '=', id).execute()
}
