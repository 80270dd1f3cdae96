import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { encryptedPdf, pdf } from '@app/chassis/testing/documents.ts'
import { disguisedHtml, png, svg, undecodableJpeg } from '@app/chassis/testing/pictures.ts'
import { box, fileType, mp4, webm } from '@app/chassis/testing/videos.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { admin, move, previewsOf, read, setUp, storedKeys, taskIn, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let task: Task
let before: string[]
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
  task = await taskIn(service.app, owner, 'Previewed')
  before = await storedKeys(service.deps)
})
afterAll(() => service.stop())

/** A rejected upload leaves no file and no preview, and does not change the task. */
afterEach(async () => {
  expect(await storedKeys(service.deps)).toEqual(before)
  expect(await previewsOf(service.app, admin, task._id)).toHaveLength(1)
  expect((await read(service.app, owner, task._id)).json()).toEqual(task)
})

type Files = Parameters<typeof upload>[2]
type Refusal = [what: string, files: () => Files, fields: Record<string, string>, status: number, message: string | RegExp]

const files = (count: number): Files => Object.fromEntries(Array.from({ length: count }, (_, at) => [`file${at + 1}`, png()]))
const filled = (file: Buffer<ArrayBuffer>, size: number): Buffer<ArrayBuffer> => Buffer.concat([file, Buffer.alloc(size - file.length)])

const TYPES = 'Only JPEG, PNG, WebP and GIF pictures, MP4 and WebM videos, and PDF files are allowed.'
const VIDEO = 'This video is damaged or incomplete. Please choose another one.'
const PICTURE = 'This picture is damaged or incomplete. Please choose another one.'
const PDF = 'This PDF file is damaged or incomplete. Please choose another one.'
const GAP = 'The files must be numbered without gaps, beginning with file1.'
const POSTER = 'Only a video or a PDF file can have a poster.'
const DURATION = 'Only a video can have a duration.'

const refusals: Refusal[] = [
  ['no files', () => ({}), { caption: 'Alone' }, 422, 'Please choose at least one file.'],
  ['11 files', () => files(11), {}, 400, 'file11 does not accept this file'],
  ['a gap', () => ({ file1: png(), file3: png() }), {}, 422, GAP],
  ['files that do not begin with the first', () => ({ file2: png() }), {}, 422, GAP],
  ['a poster of a picture', () => ({ file1: png(), poster1: png() }), {}, 422, POSTER],
  ['a poster without a file', () => ({ file1: png(), poster2: png() }), {}, 422, POSTER],
  [
    'a poster that is a video',
    () => ({ file1: mp4(), poster1: mp4() }),
    {},
    415,
    'Only JPEG, PNG and WebP pictures are allowed as a poster.',
  ],
  [
    'a PDF file that needs a password',
    () => ({ file1: encryptedPdf('user') }),
    {},
    415,
    'This PDF file opens only with a password. Remove the password, and choose it again.',
  ],
  ['a duration of a PDF file', () => ({ file1: pdf() }), { duration1: '1000' }, 422, DURATION],
  ['a duration that is not a number', () => ({ file1: mp4() }), { duration1: '1e3' }, 400, /^duration1 /],
  [
    'a caption of 5,001 characters',
    () => files(1),
    { caption: 'x'.repeat(5_001) },
    422,
    'The caption is too long: at most 5,000 characters.',
  ],
  ['a caption of 20,000 characters', () => files(1), { caption: 'x'.repeat(20_000) }, 400, /^caption /],
  ['an unknown field', () => files(1), { title: 'x' }, 400, /^title /],
  ['another value of deliver', () => files(1), { deliver: 'yes' }, 400, /^deliver /],
  ['HTML named as a video', () => ({ file1: disguisedHtml() }), {}, 415, TYPES],
  ['a drawing', () => ({ file1: svg() }), {}, 415, TYPES],
  ['a video with the wrong bytes', () => ({ file1: Buffer.from('RIFF....AVI LIST'.padEnd(100)) }), {}, 415, TYPES],
  ['a QuickTime video', () => ({ file1: Buffer.concat([fileType('qt  '), mp4()]) }), {}, 415, TYPES],
  ['an audio file', () => ({ file1: Buffer.concat([fileType('M4A ', 'isom'), box('moov'), box('mdat')]) }), {}, 415, TYPES],
  ['a Matroska video', () => ({ file1: Buffer.from(webm().toString('latin1').replace('webm', 'mkv '), 'latin1') }), {}, 415, TYPES],
  ['a truncated MP4', () => ({ file1: mp4().subarray(0, -1) }), {}, 415, VIDEO],
  ['a truncated WebM', () => ({ file1: webm().subarray(0, -1) }), {}, 415, VIDEO],
  ['a damaged PDF file', () => ({ file1: pdf().subarray(0, -30) }), {}, 415, PDF],
  ['a truncated picture', () => ({ file1: png().subarray(0, -1) }), {}, 415, PICTURE],
  ['a picture that cannot be decoded', () => ({ file1: undecodableJpeg() }), {}, 415, PICTURE],
  ['a poster that cannot be decoded', () => ({ file1: mp4(), poster1: undecodableJpeg() }), {}, 415, PICTURE],
  ['a damaged second file', () => ({ file1: png(), file2: mp4(), file3: undecodableJpeg() }), {}, 415, PICTURE],
  ['a picture over 10 MB', () => ({ file1: png({ padding: 10 * MEGABYTE }) }), {}, 413, 'The file is too large: at most 10 MB.'],
  ['a PDF file over 50 MB', () => ({ file1: filled(pdf(), 50 * MEGABYTE + 1) }), {}, 413, 'The file is too large: at most 50 MB.'],
]

test.each(refusals)('%s: rejected', { tags: 'nightly' }, async (_what, make, fields, status, message) => {
  const response = await upload(service.app, task._id, make(), fields)
  expect([response.statusCode, response.json().message]).toEqual([
    status,
    typeof message === 'string' ? message : expect.stringMatching(message),
  ])
})

test('a video without an end over 200 MB: rejected', { tags: 'nightly' }, async () => {
  const open = Buffer.concat([fileType('isom'), box('moov'), Buffer.from('\0\0\0\0mdat', 'latin1')])
  const response = await upload(service.app, task._id, { file1: filled(open, 200 * MEGABYTE + 1) })
  expect([response.statusCode, response.json().message]).toEqual([413, 'The file is too large: at most 200 MB.'])
})

test('an unknown task: 404, and an owner: 403', async () => {
  expect((await upload(service.app, crypto.randomUUID(), files(1))).statusCode).toBe(404)
  expect((await upload(service.app, task._id, files(1), {}, owner)).statusCode).toBe(403)
})

test('a caption of 5,000 characters and line breaks, and 10 files: accepted', { tags: 'nightly' }, async () => {
  const other = await taskIn(service.app, owner, 'Pending')
  const caption = '🥖\n'.repeat(2_500)
  const response = await upload(service.app, other._id, files(10), { caption })
  expect(response.json().preview).toMatchObject({ caption, files: { length: 10 } })
  before = await storedKeys(service.deps)
})

test('a posted task: 409 with the task, before the files are received', async () => {
  const posted = await taskIn(service.app, owner, 'Approved')
  await move(service.app, admin, posted._id, { currentStatus: 'Posted' })
  before = await storedKeys(service.deps)
  const response = await upload(service.app, posted._id, files(1))
  expect(response.json()).toMatchObject({ status: 409, code: 'task-status', task: { currentStatus: 'Posted' } })
})
