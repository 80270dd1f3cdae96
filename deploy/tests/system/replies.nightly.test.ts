import { png } from '@app/chassis/testing/pictures.ts'
import type { TaskNote } from '@app/contracts/http/notes.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../local/parts/ports.ts'
import {
  assignTask,
  type Client,
  clientOf,
  confirmEmail,
  createCompany,
  mailTo,
  must,
  signInAdmin,
  signUpOwner,
} from '../support/client.ts'
import { deliverMail } from '../support/deliver-mail.ts'
import { type RunningProduct, startTestProduct } from '../support/product.ts'

let product: RunningProduct
let send: Client
let bouncePort: number
beforeAll(async () => {
  bouncePort = await freePort()
  product = await startTestProduct({ BOUNCE_PORT: String(bouncePort), REPLY_DOMAIN: 'reply.palmetto.example' })
  send = clientOf(product.url)
})
afterAll(() => product?.stop())

const deliver = (from: string, to: string, raw: string): Promise<string> => deliverMail(bouncePort, from, to, raw)

const replyFrom = (from: string, head = '') =>
  `From: ${from}\nMessage-ID: <${crypto.randomUUID()}@a.example>\nContent-Type: text/plain; charset=utf-8\n${head}\nThe warmer photo, please.\n\n> Your preview\n`

const report = `Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; a.example\n\nAction: failed\nStatus: 5.1.1\n--b--\n`

it('a reply becomes a note and is answered once, an answer to the answer is not, and a bounce asks the admins to phone', async () => {
  const owner = await signUpOwner(send)
  await confirmEmail(send, product.inboxUrl, owner.email)
  const company = await createCompany(send, owner.token)
  const task = await assignTask(send, owner.token, company._id)
  const admin = await signInAdmin(send)
  await must(send('POST', `/admin/upload-task-image/${task._id}`, { token: admin, files: { image: png() } }))
  const mail = await mailTo(product.inboxUrl, owner.email, /^Ready for your review/)
  const replyTo = mail.headers['reply-to'] ?? ''
  expect(replyTo).toMatch(/^reply\+[0-9a-v]{45}@reply\.palmetto\.example$/)

  expect(await deliver(owner.email, replyTo, replyFrom(owner.email))).toMatch(/^250 /)
  const notes = () => must(send<TaskNote[]>('GET', `/task/${task._id}/notes`, { token: admin }))
  await expect.poll(notes).toMatchObject([{ text: 'The warmer photo, please.', author: owner.email, isFromRecipient: true }])
  const taskNow = () => must(send<Task>('GET', `/task/${task._id}`, { token: owner.token }))
  expect((await taskNow()).currentStatus).toBe('Pending')
  const answer = await mailTo(product.inboxUrl, owner.email, /^We got your reply/)
  expect(answer.headers['auto-submitted']).toBe('auto-replied')

  // An autoresponder replies to the answer, with an email that has the header `Auto-Submitted`.
  await deliver(
    owner.email,
    answer.headers['reply-to'] ?? '',
    replyFrom(owner.email, `Auto-Submitted: ${answer.headers['auto-submitted']}\n`),
  )
  // A program replies without the header `Auto-Submitted`.
  await deliver(owner.email, replyTo, replyFrom(owner.email))
  await expect.poll(notes).toHaveLength(3)

  await expect(deliver('', replyTo.replace('reply+', 'bounce+'), report)).rejects.toThrow('550')
  await deliver('', replyTo, report)
  await expect.poll(async () => (await taskNow()).emailBounced).toBe(true)
  const list = () => must(send<Notification[]>('GET', '/notifications', { token: admin }))
  await expect.poll(async () => (await list()).map(({ message }) => message).filter((text) => text.includes('Please call'))).toHaveLength(1)
  expect((await list()).filter(({ message }) => message.includes('replied by email'))).toHaveLength(2)
  const mails = (await (await fetch(`${product.inboxUrl}/email`)).json()) as { to: string; subject: string }[]
  expect(mails.filter(({ to, subject }) => to.includes(owner.email) && subject.startsWith('We got your reply'))).toHaveLength(1)
})
