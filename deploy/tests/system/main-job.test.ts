import { type Collector, startCollector } from '@app/chassis/testing/collector.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Notification } from '@app/contracts/http/notifications.ts'
import type { Waiting } from '@app/contracts/http/operations.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../local/parts/ports.ts'
import {
  assignTask,
  type Client,
  COMPANY,
  chooseTaskEmails,
  clientOf,
  createCompany,
  mailedCode,
  mailTo,
  must,
  PASSWORD,
  signInAdmin,
  signUpOwner,
} from '../support/client.ts'
import { metricsIn, usedMetrics } from '../support/figures.ts'
import { admin, type RunningProduct, startTestProduct } from '../support/product.ts'
import { canStartRabbitmq, startRabbitmq } from '../support/rabbitmq.ts'
import { ancestry } from '../support/trace-tree.ts'
import { reviewLinks } from './review-links.contract.ts'
import { uploadSlowly } from './upload-slowly.ts'

interface Transport {
  name: string
  open: () => Promise<{ env: Record<string, string>; close: () => Promise<void> }>
  isThere: boolean
  tags: string[]
}

const transports: Transport[] = [
  {
    name: 'the in-process transport',
    isThere: true,
    // The browser tests of `npm test` already use a product with this transport.
    tags: canStartRabbitmq ? ['nightly'] : [],
    open: async () => ({ env: {}, close: async () => {} }),
  },
  {
    name: 'RabbitMQ',
    isThere: canStartRabbitmq,
    tags: [],
    async open() {
      const broker = await startRabbitmq()
      return { env: { AMQP_URL: broker.url }, close: () => broker.remove() }
    },
  },
]

for (const { name, open, isThere, tags } of transports)
  describe(`the main job over ${name}`, { tags }, () => {
    let product: RunningProduct
    let metricsPort: string
    let send: Client
    let collector: Collector
    let close: () => Promise<void>

    beforeAll(async () => {
      if (!isThere) return
      const transport = await open()
      collector = await startCollector()
      metricsPort = String(await freePort())
      close = transport.close
      const settings = { LOG_LEVEL: 'debug', METRICS_PORT: metricsPort, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
      product = await startTestProduct({ ...settings, ...transport.env })
      send = clientOf(product.url)
      await chooseTaskEmails(send, await signInAdmin(send), 'at-once')
    })
    afterAll(async () => {
      await product?.stop()
      await collector?.stop()
      await close?.()
    })

    it.runIf(isThere)('from sign-up to Posted, with all emails', async () => {
      const owner = await signUpOwner(send)
      const company = await createCompany(send, owner.token)
      const task = await assignTask(send, owner.token, company._id)
      expect(task.currentStatus).toBe('Pending')
      await mailTo(product.inboxUrl, owner.email, /welcome/i)
      await mailTo(product.inboxUrl, admin.email, new RegExp(task.title))

      const adminToken = await signInAdmin(send)
      const upload = () =>
        must(
          send<{ task: Task & { image: string } }>('POST', `/admin/upload-task-image/${task._id}`, {
            token: adminToken,
            files: { image: png() },
          }),
        )
      const first = await upload()
      const { headers } = await fetch(new URL(first.task.image, product.url))
      expect(headers.get('content-type')).toBe('image/png')
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      await mailTo(product.inboxUrl, owner.email, /ready for your review/i)

      const fields = { feedback: 'The headline is too small.', doneTaskImageUrl: first.task.image }
      const back = await must(send<Task>('PUT', `/task/add-feedback-image/${task.taskId}`, { token: owner.token, fields }))
      expect(back.currentStatus).toBe('Roll Back')
      expect((await mailTo(product.inboxUrl, admin.email, /referred back/i)).text).toContain('The headline is too small.')

      const approve = () => send<Task>('PUT', `/task/update-task/${task._id}`, { token: owner.token, json: { currentStatus: 'Approved' } })
      expect((await approve()).status).toBe(409)
      expect((await upload()).task.currentStatus).toBe('Pending')
      expect((await must(approve())).currentStatus).toBe('Approved')
      await mailTo(product.inboxUrl, admin.email, /^approved/i)

      const json = { currentStatus: 'Posted', adminPostComment: 'Live since nine.' }
      const posted = await must(send<Task>('PUT', `/task/update-task/${task._id}`, { token: adminToken, json }))
      expect(posted).toMatchObject({ currentStatus: 'Posted', adminPostComment: 'Live since nine.' })
      expect((await mailTo(product.inboxUrl, owner.email, /^posted/i)).html).toContain('Live since nine.')
    })

    it.runIf(isThere)('an admin gets the gathered news about tasks in one email', async () => {
      const adminToken = await signInAdmin(send)
      const owner = await signUpOwner(send)
      const company = await createCompany(send, owner.token)
      await chooseTaskEmails(send, adminToken, 'daily')
      const titles = ['Gathered first', 'Gathered second']
      for (const title of titles) await assignTask(send, owner.token, company._id, title)
      const listed = async () => {
        const notifications = await must(send<Notification[]>('GET', '/notifications', { token: adminToken }))
        return titles.filter((title) => notifications.some(({ message }) => message.includes(title))).length
      }
      await expect.poll(listed).toBe(2)
      await chooseTaskEmails(send, adminToken, 'at-once')
      const { text } = await mailTo(product.inboxUrl, admin.email, /^2 new tasks$/, 30_000)
      for (const title of titles) expect(text).toContain(`- ${title} (#`)
    })

    it.runIf(isThere)('is one trace, from the browser’s request to the response of the mail relay, and the mail has its id', async () => {
      const [traceId, browsersSpan] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
      const owner = await signUpOwner(send)
      const company = await createCompany(send, owner.token)
      const title = `Traced ${crypto.randomUUID()}`
      await assignTask(clientOf(product.url, { traceparent: `00-${traceId}-${browsersSpan}-00` }), owner.token, company._id, title)
      expect((await mailTo(product.inboxUrl, admin.email, new RegExp(title))).headers).toMatchObject({ 'x-trace-id': traceId })

      const spans = () => collector.spans.filter((span) => span.traceId === traceId)
      const path = () => spans().flatMap((span) => (span.name === 'SMTP' ? ancestry(span, spans()) : []))
      await expect
        .poll(() => path().map(({ service, name }) => `${service}: ${name}`))
        .toEqual([
          'notifications: SMTP',
          'notifications: work mail-tasks',
          'notifications: process tasks.task-created.v1',
          'tasks: publish tasks.task-created.v1',
          'tasks: POST /task/create-task',
          'gateway: POST',
          'gateway: POST /api/task/create-task',
        ])
      expect(path().at(-1)?.parentSpanId).toBe(browsersSpan)
      expect(path()[0]?.attributes).toMatchObject({ 'smtp.verdict': 'accepted' })
      const statementsIn = (name: string) =>
        spans()
          .filter(({ parentSpanId }) => path().find((span) => span.name === name)?.spanId === parentSpanId)
          .map(({ attributes }) => attributes['db.query.text'])
      expect(statementsIn('POST /task/create-task')).toContainEqual(expect.stringContaining('insert into outbox'))
      expect(statementsIn('process tasks.task-created.v1')).toContainEqual(expect.stringContaining('insert into work'))
    })

    it.runIf(isThere)('a shared document notifies the admins and the owner’s live stream', async () => {
      const { token } = await signUpOwner(send)
      const { _id: companyProfileId } = await createCompany(send, token)
      const title = `Price list ${crypto.randomUUID()}`
      const live = await fetch(`${product.url}/api/notifications/stream`, { headers: { authorization: `Bearer ${token}` } })
      const fields = { companyProfileId, title, documentType: 'pdf' }
      const { payload, headers } = await multipart(fields, { document: new File([pdf()], 'prices.pdf') })
      const authorization = `Bearer ${token}`
      const url = `${product.url}/api/process/docupload`
      expect((await fetch(url, { method: 'POST', headers: { ...headers, authorization }, body: payload })).status).toBe(201)

      const adminToken = await signInAdmin(send)
      const listed = () => must(send<Notification[]>('GET', '/notifications', { token: adminToken }))
      const message = `${COMPANY.companyName} shared the document "${title}".`
      await expect.poll(listed, { timeout: 10_000 }).toContainEqual(expect.objectContaining({ message, companyProfileId }))
      let heard = ''
      for await (const part of live.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        heard += part
        if (heard.includes('documents.document-changed.v1')) break
      }
    })

    it.runIf(isThere)('exposes all metrics that alerts and dashboards use, without personal data', async () => {
      const owner = await signUpOwner(send)
      await mailTo(product.inboxUrl, owner.email, /welcome/i)
      const listening = [...product.output().matchAll(/listening at (http:\/\/127\.0\.0\.1:\d+)/g)].map(([, url]) => url)
      const services = new Set(listening.filter((url) => !url?.endsWith(new URL(product.url).port)))
      expect(services.size).toBe(7)
      const metrics = async () => {
        const pages = [...services, `http://127.0.0.1:${metricsPort}`].map(async (url) => (await fetch(`${url}/metrics`)).text())
        return (await Promise.all(pages)).join('\n')
      }
      await expect.poll(metrics).toContain('mails_sent_total{')
      const shown = await metrics()
      const exposed = new Set(metricsIn(shown))
      expect([...(await usedMetrics())].filter((name) => !exposed.has(name))).toEqual([])
      for (const metric of [
        'http_request_duration_seconds_count{',
        'work_waiting{queue="mail"} ',
        'mails_sent_total{',
        'dependency_up{dependency="database"} 1',
      ])
        expect(shown).toContain(metric)
      // Labels contain routes and kinds, but no ids and no email addresses.
      expect(shown).not.toMatch(/\{.*(@|[\da-f]{8}-[\da-f]{4}-|\/\d+").*\}/)
    })

    it.runIf(isThere)('a password reset revokes older tokens everywhere within a second, and no log contains its code', async () => {
      const NEW_PASSWORD = 'Juniper-roots-2?'
      const { email, token } = await signUpOwner(send)
      const company = await createCompany(send, token)
      const paths = ['/me', '/company/get-company-profile', `/task/tasks/${company._id}`, '/notifications']
      const statuses = async (as: string) => {
        const responses = await Promise.all(paths.map((path) => send('GET', path, { token: as })))
        return new Set(responses.map(({ status }) => status))
      }
      expect(await statuses(token)).toEqual(new Set([200]))
      const live = await fetch(`${product.url}/api/notifications/stream`, { headers: { authorization: `Bearer ${token}` } })
      const whole = live.text()

      await must(send('POST', '/reset-password', { json: { email } }))
      const code = await mailedCode(product.inboxUrl, email)
      await must(send('POST', `/reset-password/${code}`, { json: { email, password: NEW_PASSWORD } }))
      await expect.poll(() => statuses(token), { timeout: 1_000, interval: 50 }).toEqual(new Set([401]))
      expect(await whole).toContain(': connected')

      const { Token } = await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: NEW_PASSWORD } }))
      expect(await statuses(Token)).toEqual(new Set([200]))
      await mailTo(product.inboxUrl, email, /password was changed/i)
      expect(product.output()).toContain('/reset-password/:code')
      for (const secret of [code, NEW_PASSWORD, PASSWORD, token, email]) expect(product.output()).not.toContain(secret)
    })

    if (isThere) reviewLinks(() => ({ product, collector }))

    it.runIf(isThere)('survives kill -9: confirmed data exists, and its emails are sent', { tags: 'nightly' }, async () => {
      const owner = await signUpOwner(send)
      const company = await createCompany(send, owner.token)
      const task = await assignTask(send, owner.token, company._id, 'Written just before the lights went out')
      await product.kill()
      await product.restart()

      const list = await must(send<Task[]>('GET', `/task/tasks/${company._id}`, { token: owner.token }))
      expect(list.map(({ _id }) => _id)).toEqual([task._id])
      // An interrupted email may still be missing. If the result of the email is unknown, the product sends the email again after ten
      // minutes. Otherwise, the product sends it again when the lease of its claim has expired.
      const token = await signInAdmin(send)
      const promised: [string, RegExp][] = [
        [owner.email, /welcome/i],
        [admin.email, /Written just before the lights went out/],
      ]
      const missing = async () => {
        const found = await Promise.allSettled(promised.map(([to, subject]) => mailTo(product.inboxUrl, to, subject, 0)))
        return found.filter(({ status }) => status === 'rejected').length
      }
      const waiting = async () => {
        const state = await must(send<{ waiting: Waiting[] }>('GET', '/admin/operations/notifications/state', { token }))
        return state.waiting.find(({ kind }) => kind === 'mails')?.count ?? 0
      }
      await expect.poll(missing, { timeout: 30_000 }).toBeLessThanOrEqual(1)
      await expect.poll(async () => (await waiting()) - (await missing()), { timeout: 30_000 }).toBeGreaterThanOrEqual(0)
    })

    it.runIf(isThere)('stops on Ctrl-C with exit code 0, after a running upload has finished', { tags: 'nightly' }, async () => {
      const { token } = await signUpOwner(send)
      const { payload, headers } = await multipart(COMPANY, { logo: png({ padding: 50_000 }) })
      const authorization = `Bearer ${token}`
      const upload = uploadSlowly(
        `${product.url}/api/company/update-company-profile`,
        { payload, headers: { ...headers, authorization } },
        2_000,
      )
      await upload.begun
      const stopped = product.interrupt()
      expect(await upload.answered).toMatchObject({ status: 200, body: expect.stringContaining('companyProfile') })
      expect(await stopped).toBe(0)
    })
  })
