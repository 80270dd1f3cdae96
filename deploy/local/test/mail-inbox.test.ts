import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Mail } from '../parts/mail-inbox/mailbox.ts'
import { startMailInbox } from '../parts/mail-inbox/start.ts'

const quiet = { info() {}, warn() {} }
let dataDir: string
let inbox: Awaited<ReturnType<typeof startMailInbox>>

const start = async () => {
  inbox = await startMailInbox({ httpPort: 0, dataDir, log: quiet })
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mail-inbox-test-'))
  await start()
})

afterEach(async () => {
  await inbox.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function send(mail: SendMailOptions): Promise<void> {
  const transport = createTransport(inbox.smtpUrl)
  await transport.sendMail({ from: 'Palmetto <portal@example.com>', to: 'zoe@example.com', ...mail })
  transport.close()
}

async function list(): Promise<Mail[]> {
  const reply = await fetch(`${inbox.url}/email`)
  return (await reply.json()) as Mail[]
}

describe('the mail inbox', () => {
  it('lists what was sent, the newest first', async () => {
    await send({ subject: 'First', text: 'one' })
    await send({
      to: ['Zoë <zoe@example.com>', 'max@example.com'],
      bcc: 'hidden@example.com',
      subject: 'Ihr Zugang – schön',
      text: 'plain',
      html: '<p>designed</p>',
      headers: { 'List-Unsubscribe': '<https://example.com/u/1>' },
    })
    const [newest, first] = await list()
    expect(first).toMatchObject({ subject: 'First', to: 'zoe@example.com', text: 'one\n', html: '' })
    expect(newest).toMatchObject({
      from: '"Palmetto" <portal@example.com>',
      to: 'zoe@example.com, max@example.com, hidden@example.com',
      subject: 'Ihr Zugang – schön',
      text: 'plain',
      html: '<p>designed</p>',
      headers: { 'list-unsubscribe': '<https://example.com/u/1>' },
    })
    expect(Date.parse(newest?.receivedAt ?? '')).toBeCloseTo(Date.now(), -5)
    expect(newest?.id).not.toBe(first?.id)
  })

  it('says when nothing is new', async () => {
    await send({ subject: 'First' })
    const etag = (await fetch(`${inbox.url}/email`)).headers.get('etag') ?? ''
    const ask = async () => (await fetch(`${inbox.url}/email`, { headers: { 'if-none-match': etag } })).status
    expect(await ask()).toBe(304)
    await send({ subject: 'Second' })
    expect(await ask()).toBe(200)
  })

  it('keeps mails over a restart, also behind a half-written line, until it is emptied', async () => {
    await send({ subject: 'Kept' })
    await inbox.stop()
    await appendFile(join(dataDir, 'mail/inbox.jsonl'), '\n{"id":"cut')
    await start()
    await send({ subject: 'Next' })
    await inbox.stop()
    await start()
    expect((await list()).map(({ subject }) => subject)).toEqual(['Next', 'Kept'])

    expect((await fetch(`${inbox.url}/email`, { method: 'DELETE' })).status).toBe(204)
    expect(await list()).toEqual([])
    await inbox.stop()
    await start()
    expect(await list()).toEqual([])
    expect(await readFile(join(dataDir, 'mail/inbox.jsonl'), 'utf8')).toBe('')
  })

  it('refuses a mail over 30 MB and takes the next one', async () => {
    const large = Buffer.alloc(24 * 1024 * 1024, 'a')
    await expect(send({ subject: 'Too large', attachments: [{ filename: 'a.bin', content: large }] })).rejects.toMatchObject({
      responseCode: 552,
    })
    await send({ subject: 'Small' })
    expect((await list()).map(({ subject }) => subject)).toEqual(['Small'])
  })

  it('shows a page that runs no script of a mail', async () => {
    const page = await fetch(inbox.url)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
    const html = await page.text()
    expect(/sandbox="([^"]*)"/.exec(html)?.[1]).not.toMatch(/allow-scripts|allow-same-origin/)
    for (const [, address] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
      expect((await fetch(inbox.url + address)).status, address).toBe(200)
    }
    expect((await fetch(`${inbox.url}/start.ts`)).status).toBe(404)
    expect((await fetch(inbox.url, { method: 'POST' })).status).toBe(404)
  })
})
