import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mimeOf } from '@app/chassis/mail/message.ts'
import { type MailTransport, smtpTransport } from '@app/chassis/mail/smtp-transport.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailInbox } from '../../local/parts/mail-inbox/start.ts'
import { startMailContainer } from '../support/containers/mail.ts'
import { isContained } from '../support/containers/parts.ts'

let folder: string
let catcher: Awaited<ReturnType<typeof startMailContainer>>
let transport: MailTransport
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-catcher-test-'))
  catcher = isContained('mail')
    ? await startMailContainer()
    : await startMailInbox({ httpPort: 0, dataDir: folder, log: { info() {}, warn() {} } })
  transport = smtpTransport(catcher.smtpUrl)
})
afterAll(async () => {
  transport.close()
  await catcher.stop()
  await rm(folder, { recursive: true })
})

interface Caught {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

it('receives our mails unchanged, over parallel and reused connections', async () => {
  const handing = { signal: new AbortController().signal, beforeDot: async () => {} }
  const mail = (n: number) => ({
    id: crypto.randomUUID(),
    recipient: `zoe+${n}@example.com`,
    replyTo: 'Bäckerei <bread@example.com>',
    subject: `Grüße, ${n} – schön`,
    html: `<p>Ein Brot für ${n}</p>`,
    text: `Ein Brot für ${n}\n.\n..zwei Punkte`,
  })
  const mails = Array.from({ length: 10 }, (_, n) => mail(n))
  const send = async (one: (typeof mails)[number]) => transport.send(await mimeOf(one), handing)
  const [first, ...others] = mails
  const verdicts = [await send(first ?? mail(0)), ...(await Promise.all(others.map(send)))]
  expect(verdicts.map(({ kind }) => kind)).toEqual(mails.map(() => 'accepted'))

  const caught = async () => (await (await fetch(`${catcher.url}/email`)).json()) as Caught[]
  await expect.poll(async () => (await caught()).length).toBe(mails.length)
  const bySubject = new Map((await caught()).map((one) => [one.subject, one]))
  for (const { id, subject, text, html } of mails) {
    const one = bySubject.get(subject)
    expect(one?.text.trim()).toBe(text)
    expect(one?.html.trim()).toBe(html)
    expect(one?.headers['message-id']).toContain(id)
  }
})
