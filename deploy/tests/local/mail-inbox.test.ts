import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type InboxUnderTest, inboxUnderTest } from './inbox-under-test.ts'

let dataDir: string
let inbox: InboxUnderTest

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mail-inbox-test-'))
  inbox = await inboxUnderTest(dataDir)
})

afterEach(async () => {
  await inbox.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the mail inbox', () => {
  it('shows attached pictures, and keeps at most 32 MB of HTML', { tags: 'nightly' }, async () => {
    const picture = { filename: 'x.jpg', content: Buffer.alloc(6 * 1024 * 1024), cid: 'x@example.com' }
    const html = '<img src="cid:x@example.com">'
    for (const n of [1, 2, 3, 4, 5]) await inbox.send({ subject: String(n), html, attachments: [picture] })
    const kept = await inbox.list()
    expect(kept.map(({ subject }) => subject)).toEqual(['5', '4', '3'])
    expect(kept[0]?.html).toContain('<img src="data:image/jpeg;base64,AAAA')
  })

  it('lists the received mails, the newest first', async () => {
    await inbox.send({ subject: 'First', text: 'one' })
    await inbox.send({
      to: ['Zoë <zoe@example.com>', 'max@example.com'],
      bcc: 'hidden@example.com',
      subject: 'Ihr Zugang – schön',
      text: 'plain',
      html: '<p>designed</p>',
      headers: { 'List-Unsubscribe': '<https://example.com/u/1>' },
    })
    const [newest, first] = await inbox.list()
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

  it('responds with 304 if the list has not changed', async () => {
    await inbox.send({ subject: 'First' })
    const etag = (await fetch(`${inbox.url}/email`)).headers.get('etag') ?? ''
    const ask = async () => (await fetch(`${inbox.url}/email`, { headers: { 'if-none-match': etag } })).status
    expect(await ask()).toBe(304)
    await inbox.send({ subject: 'Second' })
    expect(await ask()).toBe(200)
  })

  it('keeps mails after a restart, also after an incomplete line, until they are deleted', async () => {
    await inbox.send({ subject: 'Kept' })
    await inbox.restart(() => appendFile(join(dataDir, 'mail/inbox.jsonl'), '\n{"id":"cut'))
    await inbox.send({ subject: 'Next' })
    await inbox.restart()
    expect((await inbox.list()).map(({ subject }) => subject)).toEqual(['Next', 'Kept'])

    expect((await fetch(`${inbox.url}/email`, { method: 'DELETE' })).status).toBe(204)
    expect(await inbox.list()).toEqual([])
    await inbox.restart()
    expect(await inbox.list()).toEqual([])
    expect(await readFile(join(dataDir, 'mail/inbox.jsonl'), 'utf8')).toBe('')
  })

  it('refuses mails to a closed address as a server without this mailbox, and accepts others', async () => {
    await inbox.send({ to: 'zoe@example.com', subject: 'Before' })
    expect((await fetch(`${inbox.url}/closed/Zoe@example.com`, { method: 'PUT' })).status).toBe(204)
    await expect(inbox.send({ to: 'zoe@example.com', subject: 'After' })).rejects.toMatchObject({
      responseCode: 550,
      response: expect.stringContaining('5.1.1'),
    })
    await inbox.send({ to: 'max@example.com', subject: 'To Max' })
    expect((await inbox.list()).map(({ subject }) => subject)).toEqual(['To Max', 'Before'])
  })

  it('rejects a mail over 30 MB and accepts the next one', { tags: 'nightly' }, async () => {
    const large = Buffer.alloc(24 * 1024 * 1024, 'a')
    await expect(inbox.send({ subject: 'Too large', attachments: [{ filename: 'a.bin', content: large }] })).rejects.toMatchObject({
      responseCode: 552,
    })
    await inbox.send({ subject: 'Small' })
    expect((await inbox.list()).map(({ subject }) => subject)).toEqual(['Small'])
  })

  it('serves a page that runs no script of a mail', async () => {
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

  it('accepts requests only for localhost and its own port', async () => {
    await inbox.send({ subject: 'Your code' })
    const { port } = new URL(inbox.url)
    for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await ask({ host }), host).toMatchObject({ status: 200, body: expect.stringContaining('Your code') })
    for (const host of [`rebound.example:${port}`, `localhost.example:${port}`, 'localhost', 'localhost:1', `127.0.0.2:${port}`])
      for (const path of ['/email', '/']) expect((await ask({ host }, path)).status, host + path).toBe(421)
  })

  it('rejects requests from pages of other origins, but allows links to its page', async () => {
    const { host } = new URL(inbox.url)
    const status = async (headers: object, path?: string, method?: string) => (await ask({ host, ...headers }, path, method)).status
    for (const site of ['cross-site', 'same-site']) {
      expect(await status({ 'sec-fetch-site': site })).toBe(403)
      expect(await status({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).toBe(403)
      expect(await status({ 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' }, '/page.js')).toBe(403)
      expect(await status({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }, '/')).toBe(200)
    }
    for (const origin of ['http://other.example', 'null', `https://${host}`, 'http://localhost:1']) {
      expect(await status({ origin })).toBe(403)
      expect(await status({ origin }, '/email', 'DELETE')).toBe(403)
    }
    expect(await status({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(200)
    expect(await status({ 'sec-fetch-site': 'same-origin', origin: `http://${host}` }, '/email', 'DELETE')).toBe(204)
  })
})

/** Sends a request like `fetch`, but allows any Host and Sec-Fetch-* headers. */
function ask(headers: Record<string, string>, path = '/email', method = 'GET'): Promise<{ status?: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status?: number; body: string }>()
  const sent = request(inbox.url + path, { headers, method }, async (response) => {
    let body = ''
    for await (const part of response.setEncoding('utf8')) body += part
    resolve({ status: response.statusCode, body })
  })
  sent.on('error', reject).end()
  return promise
}
