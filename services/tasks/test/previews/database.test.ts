import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { previewsOf, remove, setUp, taskIn, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const run = (statement: string, id: string) => sql`${sql.raw(statement)} ${id}`.execute(service.db)

describe('the database rejects', () => {
  test.each([
    "update preview set caption = 'Other' where task_id =",
    "update preview set content_hash = repeat('0', 64) where task_id =",
    'update preview set content_hash = null where task_id =',
    'update preview set number = 2 where task_id =',
    "update preview set state = 'draft', number = null where task_id =",
    'update preview set task_id = gen_random_uuid() where task_id =',
    'delete from preview where task_id =',
    ...["key = 'other'", "sha256 = repeat('0', 64)", 'bytes = 1', 'position = 2', "media_type = 'image/gif'", "poster_key = 'a'"].map(
      (change) => `update preview_file set ${change} from preview where preview.id = preview_id and task_id =`,
    ),
    ...["alternative_text = 'a'", "codec = 'a'", "first_key = 'a'"].map(
      (change) => `update preview_file set ${change} from preview where preview.id = preview_id and task_id =`,
    ),
    ...["display_key = 'other'", 'thumbnail_key = null', 'width = 5'].map(
      (change) => `update preview_file set ${change} from preview where preview.id = preview_id and task_id =`,
    ),
    'delete from preview_file using preview where preview.id = preview_id and task_id =',
    `insert into preview_file (preview_id, position, key, kind, media_type, bytes, sha256)
     select id, 2, 'other', 'image', 'image/png', 1, repeat('0', 64) from preview where task_id =`,
  ])('%s of a delivered preview', async (statement) => {
    const task = await taskIn(service.app, owner, 'Pending')
    await upload(service.app, task._id, { file1: png() }, { caption: 'Bread' })
    const before = await previewsOf(service.app, owner, task._id)
    await expect(run(statement, task._id)).rejects.toThrow(
      /^(A delivered preview|The content of a preview|The files of a preview) cannot be /,
    )
    expect(await previewsOf(service.app, owner, task._id)).toEqual(before)
  })

  test.each([
    "update preview set caption = 'Other' where task_id =",
    "update preview_file set key = 'other' from preview where preview.id = preview_id and task_id =",
    'delete from preview_file using preview where preview.id = preview_id and task_id =',
  ])('%s of a draft, which is replaced as a whole', async (statement) => {
    const task = await taskIn(service.app, owner, 'Pending')
    await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })
    await expect(run(statement, task._id)).rejects.toThrow(/cannot be changed/)
    await run('delete from preview where task_id =', task._id)
  })

  test('a second draft of a task', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const insert = () =>
      sql`insert into preview (id, task_id, state, created_by) values (gen_random_uuid(), ${task._id}, 'draft', gen_random_uuid())`.execute(
        service.db,
      )
    await insert()
    await expect(insert()).rejects.toThrow(/preview_draft/)
  })

  test('nothing when the task is removed', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })
    expect((await remove(service.app, owner, task._id)).statusCode).toBe(200)
  })
})
