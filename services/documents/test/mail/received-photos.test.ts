import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { mailRequests } from '@app/chassis/testing/mail-requests.ts'
import { composeDocumentMail, type DocumentMailTopic } from '@app/contracts/http/mail-content.ts'
import type { PhotoDelivery } from '@app/contracts/http/photos.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { photoSteps } from '../photos/photo-steps.ts'
import { startTasksService } from '../photos/tasks-service.ts'
import { admin, INTERNAL_MAIL_KEY, ORIGIN, type Service, setUp } from '../setup.ts'

let service: Service
let tasks: Awaited<ReturnType<typeof startTasksService>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
const photos = photoSteps(() => service)
const ask = mailRequests<DocumentMailTopic>(() => service.app, composeDocumentMail, INTERNAL_MAIL_KEY)
beforeAll(async () => {
  tasks = await startTasksService()
  service = await setUp({ tasksUrl: tasks.url })
})
afterAll(async () => {
  await service.stop()
  tasks.stop()
})
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
  tasks.add(owner, { taskId: 1042 })
})

const toAdmin = { kind: 'admin', id: admin.id } as const

async function ended(body: object, count: number): Promise<PhotoDelivery> {
  const delivery = await photos.begun(owner, body)
  for (let sent = 0; sent < count; sent += 1) await photos.sent(owner, delivery)
  return (await photos.done(owner, delivery._id)).json()
}
const mailAbout = (...deliveries: PhotoDelivery[]) =>
  ask.mail(
    'photos-received',
    owner.company._id,
    toAdmin,
    deliveries.map(({ _id }) => _id),
  )

test('an email about one delivery quotes the note and links to the task', async () => {
  const mail = await mailAbout(await ended({ note: 'Use the second one', taskId: 1042 }, 2))
  expect(mail.subject).toBe('2 photos from Palm Bakery: Winter bread')
  expect(mail.text).toContain('> Use the second one')
  expect(mail.text).toContain(`${ORIGIN}/admin/dashboard?task=1042`)
})

test('an email lists several deliveries, without removed photos, and is obsolete if all are removed', async () => {
  const [first, second] = [await ended({ taskId: 1042 }, 1), await ended({ note: 'In general' }, 2)]
  const both = await mailAbout(second, first)
  expect(both.subject).toBe('3 photos from Palm Bakery')
  expect(both.text).toMatch(/Winter bread \(#1042\)[\s\S]*1 photo\n[\s\S]*Photos in general[\s\S]*2 photos\n[\s\S]*“In general”/)
  for (const { _id } of first.photos) await photos.remove(owner, _id)
  expect((await mailAbout(second, first)).subject).toBe('2 photos from Palm Bakery')
  for (const { _id } of second.photos) await photos.remove(owner, _id)
  expect(await ask.status('photos-received', owner.company._id, toAdmin, [first._id, second._id])).toBe(410)
})

test('only admins get the email, and only about the company that it names', async () => {
  const ids = [(await ended({}, 1))._id]
  expect(await ask.status('photos-received', owner.company._id, { kind: 'owner', id: owner.id }, ids)).toBe(410)
  const other = await ownerWithCompany(service.deps)
  expect(await ask.status('photos-received', other.company._id, toAdmin, ids)).toBe(410)
})
