import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliver, previewsOf, read, remove, setUp, taskIn, upload } from '../setup.ts'
import { previousRelease } from './previous-release.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let old: ReturnType<typeof previousRelease>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
  old = previousRelease(service)
})
afterAll(async () => {
  await old.stop()
  await service.stop()
})

const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
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
    ...["display_key = 'other'", 'thumbnail_key = null', 'width = 5'].map(
      (change) => `update preview_file set ${change} from preview where preview.id = preview_id and task_id =`,
    ),
    'delete from preview_file using preview where preview.id = preview_id and task_id =',
    `insert into preview_file (preview_id, position, key, kind, media_type)
     select id, 2, 'other', 'image', 'image/png' from preview where task_id =`,
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
    const insert = () => sql`insert into preview (id, task_id, state) values (gen_random_uuid(), ${task._id}, 'draft')`.execute(service.db)
    await insert()
    await expect(insert()).rejects.toThrow(/preview_draft/)
  })

  test('nothing when the task is removed', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })
    expect((await remove(service.app, owner, task._id)).statusCode).toBe(200)
  })
})

describe('a change by a replica of the previous release', () => {
  test('that delivers an image creates the next preview, with the caption of the previous one', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    await old.deliver(task, 'public/tasks/a.png')
    expect(await fresh(task)).toMatchObject({ previewNo: 1 })
    await upload(service.app, task._id, { file1: png() }, { caption: 'Bread' })
    await old.deliver(task, 'public/tasks/b.jpg')
    expect(await fresh(task)).toMatchObject({ previewNo: 3, doneTaskImage: service.store.publicUrl('public/tasks/b.jpg') })
    expect(await previewsOf(service.app, owner, task._id)).toMatchObject([
      { number: 3, caption: 'Bread', contentHash: null, files: [{ mediaType: 'image/jpeg', sha256: null }] },
      { number: 2, caption: 'Bread' },
      {
        number: 1,
        caption: '',
        contentHash: null,
        files: [{ mediaType: 'image/png', url: service.store.publicUrl('public/tasks/a.png') }],
      },
    ])
    await deliver(service.app, task._id)
    expect(await fresh(task)).toMatchObject({ previewNo: 4 })
  })

  test('that approves stores the number of the preview', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    await old.setStatus(task, 'Approved')
    expect(await fresh(task)).toMatchObject({ currentStatus: 'Approved', previewNo: 1, approvedPreviewNo: 1 })
  })

  test('to a task that is not converted yet creates the previews of its history first', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    await old.deliver(task, 'public/tasks/first.png')
    await old.referBack(task)
    await old.forgetPreviews(task)
    await old.deliver(task, 'public/tasks/second.png')
    expect(await fresh(task)).toMatchObject({ previewNo: 2 })
    const images = (await previewsOf(service.app, owner, task._id)).map(({ files }) => service.store.keyOf(files[0]?.url ?? ''))
    expect(images).toEqual(['public/tasks/second.png', 'public/tasks/first.png'])
  })
})

test('a replica of the previous release delivers and approves before its role has rights on the new tables', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  await old.withoutRights(async () => {
    await expect(sql`select from preview`.execute(service.db)).rejects.toThrow('permission denied')
    await old.deliver(task, 'public/tasks/early.png')
    await old.setStatus(task, 'Approved')
  })
  expect(await fresh(task)).toMatchObject({ previewNo: 1, approvedPreviewNo: 1 })
})

test('a delivery to a task that is not converted yet creates the previews of its history and its image first', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  await old.deliver(task, 'public/tasks/first.png')
  await old.referBack(task)
  await old.deliver(task, 'public/tasks/second.png')
  await old.forgetPreviews(task)
  await deliver(service.app, task._id)
  expect(await fresh(task)).toMatchObject({ previewNo: 3 })
  const keys = (await previewsOf(service.app, owner, task._id)).map(({ files }) => service.store.keyOf(files[0]?.url ?? ''))
  expect(keys.slice(1)).toEqual(['public/tasks/second.png', 'public/tasks/first.png'])
})
