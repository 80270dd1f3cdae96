import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Creates the index with which the background job finds tasks that have an image but no preview. Earlier releases stored these images. */
export const taskWithoutPreview: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`drop index concurrently if exists task_without_preview`.execute(db)
    await sql`
      create index concurrently task_without_preview on task (id) where done_task_image is not null and preview_number is null`.execute(db)
  },
}
