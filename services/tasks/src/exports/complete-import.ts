import type { Trx } from '@app/chassis/messaging/outbox.ts'
import { enqueue } from '@app/chassis/work/queue.ts'
import { sql } from 'kysely'
import { previewFiles, type QueuedFile } from '../previews/incomplete-file.repository.ts'

const BATCH = 1_000

/** Queues the pictures of an imported company for smaller copies, which exports don't contain. */
export async function completeImport(trx: Trx, companyId: string): Promise<void> {
  const { rows } = await sql<QueuedFile>`
    select preview_id as "previewId", position from preview_file
      join preview on preview.id = preview_id
      join task on task.id = preview.task_id
    where task.company_id = ${companyId} and needs_copies
    order by preview_id, position`.execute(trx)
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH)
    await enqueue(
      trx,
      previewFiles,
      batch.map((file) => ({ key: `${file.previewId} ${file.position}`, payload: file })),
    )
  }
}
