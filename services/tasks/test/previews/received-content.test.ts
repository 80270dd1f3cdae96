import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { jpeg, png } from '@app/chassis/testing/pictures.ts'
import { mp4 } from '@app/chassis/testing/videos.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import { ALTERNATIVE_TEXT_MAX, ALTERNATIVE_TEXT_TOO_LONG, FRAME_OF_OTHER, PREVIEW_FILES_GAP } from '@app/contracts/rules/previews.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, deliver, previewsOf, setUp, storedKeys, taskIn, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

type Files = Parameters<typeof upload>[2]
type Fields = Parameters<typeof upload>[3]

const numbers = Array.from({ length: 10 }, (_, at) => at + 1)
const each = <T>(make: (number: number) => Record<string, T>): Record<string, T> => Object.assign({}, ...numbers.map(make))

test('the largest form is accepted. Frames are stored without smaller copies, and are in no response', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const before = await storedKeys(service.deps)
  const files: Files = each((n) => ({
    [`file${n}`]: mp4(),
    [`poster${n}`]: png(),
    [`first${n}`]: png(),
    [`middle${n}`]: jpeg(),
    [`last${n}`]: png(),
  }))
  const text = 'x'.repeat(ALTERNATIVE_TEXT_MAX)
  const fields = each((n) => ({ [`duration${n}`]: '1000', [`codec${n}`]: 'hvc1', [`alternativeText${n}`]: text }))
  const response = await upload(service.app, task._id, files, { caption: 'Bread', deliver: 'false', ...fields })
  expect(response.statusCode).toBe(201)
  const { preview }: { preview: Preview } = response.json()
  expect(preview.files.map(({ alternativeText }) => alternativeText)).toEqual(numbers.map(() => text))

  const rows = await service.db
    .selectFrom('preview_file')
    .select(['codec', 'first_key', 'middle_key', 'last_key'])
    .where('preview_id', '=', preview._id)
    .execute()
  expect(new Set(rows.map(({ codec }) => codec))).toEqual(new Set(['hvc1']))
  const frames = rows.flatMap(({ first_key, middle_key, last_key }) => [first_key, middle_key, last_key])
  const stored = await storedKeys(service.deps)
  expect(new Set(stored)).toEqual(new Set([...stored, ...frames]))
  expect(new Set(frames).size).toBe(30)
  // A file, its poster, the two copies of the poster, and three frames.
  expect(stored.length - before.length).toBe(10 * (1 + 3 + 3))
  for (const key of frames) expect(response.body).not.toContain(key)

  await service.app.inject({ method: 'DELETE', url: `/admin/previews/${preview._id}`, headers: admin.headers })
  expect(await storedKeys(service.deps)).toEqual(before)
})

const refusals: [what: string, files: Files, fields: Fields, field: string, message: string][] = [
  ['a frame of a picture', { file1: png(), first1: png() }, {}, 'first1', FRAME_OF_OTHER],
  ['a frame without a file', { file1: mp4(), last2: png() }, {}, 'last2', FRAME_OF_OTHER],
  ['a codec of a PDF file', { file1: pdf() }, { codec1: 'hvc1' }, 'codec1', FRAME_OF_OTHER],
  ['an alternative text without a file', { file1: png() }, { alternativeText2: 'A loaf' }, 'file2', PREVIEW_FILES_GAP],
  [
    'a long alternative text',
    { file1: png() },
    { alternativeText1: 'x'.repeat(ALTERNATIVE_TEXT_MAX + 1) },
    'alternativeText1',
    ALTERNATIVE_TEXT_TOO_LONG,
  ],
]

test.each(refusals)('%s: rejected', async (_what, files, fields, field, message) => {
  const task = await taskIn(service.app, owner, 'Pending')
  const before = await storedKeys(service.deps)
  const response = await upload(service.app, task._id, files, fields)
  expect(response.json()).toMatchObject({ status: 422, errors: [{ field, message }] })
  expect(await storedKeys(service.deps)).toEqual(before)
})

test('an equal file keeps its alternative text in the next draft or version, until another is sent', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const [loaf, oven] = [png(), jpeg()]
  const textsOf = ({ files }: Preview): string[] => files.map(({ alternativeText }) => alternativeText)
  const send = async (files: Files, fields?: Fields): Promise<Preview> =>
    (await upload(service.app, task._id, files, fields)).json().preview

  const text = { alternativeText1: ' A loaf,\r\nstill warm. ' }
  const first = await send({ file1: loaf, file2: oven }, { ...text, deliver: 'false' })
  expect(textsOf(first)).toEqual(['A loaf,\nstill warm.', ''])
  const second = await send({ file1: oven, file2: loaf }, { deliver: 'false' })
  expect(textsOf(second)).toEqual(['', 'A loaf,\nstill warm.'])
  const third = await send({ file1: loaf }, { alternativeText1: 'A loaf' })
  expect(textsOf(third)).toEqual(['A loaf'])
  const onlyText = await send({ file1: loaf })
  expect(textsOf(onlyText)).toEqual(['A loaf'])
  // The text is not part of what the owner approves.
  expect(onlyText.contentHash).toBe(third.contentHash)

  await deliver(service.app, task._id, { image: loaf })
  const [newest] = await previewsOf(service.app, owner, task._id)
  expect(newest).toMatchObject({ number: 3, files: [{ alternativeText: 'A loaf' }] })
  expect(textsOf(await send({ file1: loaf }, { alternativeText1: '' }))).toEqual([''])
  expect(textsOf(await send({ file1: loaf }))).toEqual([''])
})
