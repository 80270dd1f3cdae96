import type { ScaledPicture } from '@app/chassis/storage/pictures/store-copies.ts'
import { waitAfter } from '@app/chassis/work/outcome.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Time after which another replica may claim a file. Reading and scaling a picture takes less time. */
const LEASE_MS = 5 * 60_000

const inMs = (ms: number) => sql`${ms} * interval '1 millisecond'`

/** A file for which a replica makes the smaller copies. `attempts` identifies the claim, because each new claim of the file increments it. */
export interface ClaimedFile {
  previewId: string
  taskId: string
  position: number
  key: string
  attempts: number
}

/** Claims the file that has been due for the longest time. Returns undefined if no file is due. */
export async function claimFile(db: Kysely<Tables>): Promise<ClaimedFile | undefined> {
  const { rows } = await sql<ClaimedFile>`
    update preview_file as file set attempts = attempts + 1, due_at = now() + ${inMs(LEASE_MS)}
    from preview
    where preview.id = file.preview_id and (file.preview_id, file.position) = (
      select preview_id, position from preview_file where due_at <= now() order by due_at limit 1 for update skip locked)
    returning file.preview_id as "previewId", preview.task_id as "taskId", file.position, file.key, file.attempts`.execute(db)
  return rows[0]
}

/**
 * Stores the smaller copies that the job made of a claimed file. Without copies, the file is damaged. Returns false if another replica has
 * claimed the file in the meantime. The caller must have locked the row of the task.
 */
export async function storeCompletion(
  trx: Transaction<Tables>,
  { previewId, position, attempts }: ClaimedFile,
  scaled?: ScaledPicture,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update preview_file set
      width = ${scaled?.width ?? null}, height = ${scaled?.height ?? null},
      display_key = ${scaled?.displayKey ?? null}, thumbnail_key = ${scaled?.thumbnailKey ?? null},
      due_at = null, problem = ${scaled ? null : 'damaged'}
    where preview_id = ${previewId} and position = ${position} and attempts = ${attempts} and due_at is not null`.execute(trx)
  return Number(numAffectedRows) > 0
}

/**
 * Returns the number of a preview if the job has finished with all its files. Returns undefined if the preview was delivered more than ten
 * minutes ago: the email about such a preview no longer waits for thumbnails.
 */
export async function findJustCompleted(trx: Transaction<Tables>, previewId: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select number from preview where id = ${previewId} and delivered_at > now() - interval '10 minutes'
    and not exists (select from preview_file where preview_id = preview.id and due_at is not null)`.execute(trx)
  return rows[0]?.number
}

/** Records why an attempt failed. The file is due again later, or is given up after `attemptsMax` attempts. */
export async function postponeFile(
  db: Kysely<Tables>,
  { previewId, position, attempts }: ClaimedFile,
  problem: 'missing' | 'unavailable',
  attemptsMax: number,
): Promise<void> {
  const isGivenUp = attempts >= attemptsMax
  await sql`
    update preview_file set
      problem = ${problem}, due_at = ${isGivenUp ? null : sql`now() + ${inMs(waitAfter(attempts))}`}
    where preview_id = ${previewId} and position = ${position} and attempts = ${attempts} and due_at is not null`.execute(db)
}
