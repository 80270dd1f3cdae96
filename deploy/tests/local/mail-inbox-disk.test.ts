import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Mailbox } from '../../local/parts/mail-inbox/mailbox.ts'
import { type InboxUnderTest, inboxUnderTest } from './inbox-under-test.ts'
import { smallDisk } from './small-disk.ts'

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

describe('the mail file', () => {
  it('is readable by its owner only, also if an earlier run left it readable by all, and after a rewrite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-modes-'))
    const mails = join(folder, 'mail')
    const file = join(mails, 'inbox.jsonl')
    try {
      await mkdir(mails)
      await writeFile(file, '')
      await writeFile(`${file}.next`, '')
      for (const path of [mails, file, `${file}.next`]) await chmod(path, 0o777)

      const mailbox = await Mailbox.open(mails)
      expect([await modeOf(mails), await modeOf(file)]).toEqual(['700', '600'])

      const mail = { id: '1', receivedAt: '', from: '', to: '', subject: '', text: '', html: '', headers: {} }
      for (let count = 0; count <= 2000; count += 1) await mailbox.add(mail)
      expect(await readdir(mails)).toEqual(['inbox.jsonl'])
      expect(await modeOf(file)).toBe('600')

      await rm(mails, { recursive: true })
      await Mailbox.open(mails)
      expect([await modeOf(mails), await modeOf(file)]).toEqual(['700', '600'])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

const disk = await smallDisk(256)

beforeAll(() => {
  if (process.env.CI && !disk) throw new Error('No small disk could be mounted on this machine: run the tests as root.')
})
afterAll(() => disk?.remove())

describe.runIf(disk)('on a full disk', () => {
  let inbox: InboxUnderTest
  const text = 'a line\n'.repeat(2000)
  const subjects = async () => (await inbox.list()).map(({ subject }) => subject)

  it('rejects a mail that cannot be stored, does not list it, leaves no partial line, and accepts later mails', async () => {
    const dataDir = disk?.folder ?? ''
    const file = join(dataDir, 'mail/inbox.jsonl')
    const ballast = join(dataDir, 'ballast')
    await writeFile(ballast, Buffer.alloc(128 * 1024))
    inbox = await inboxUnderTest(dataDir)
    try {
      await inbox.send({ subject: 'Stored', text })
      const { size } = await stat(file)
      const large = { subject: 'Refused', text: text.repeat(10) }
      await expect(inbox.send(large)).rejects.toMatchObject({ responseCode: 452 })
      expect(await subjects()).toEqual(['Stored'])
      expect((await stat(file)).size).toBe(size)
      await inbox.send({ subject: 'Small enough' })

      await rm(ballast)
      await inbox.send({ ...large, subject: 'With room' })
      expect(await subjects()).toEqual(['With room', 'Small enough', 'Stored'])
      await inbox.restart()
      expect(await subjects()).toEqual(['With room', 'Small enough', 'Stored'])
    } finally {
      await inbox.stop()
    }
  })

  it('all mails can be deleted', async () => {
    inbox = await inboxUnderTest(disk?.folder ?? '')
    try {
      await inbox.send({ subject: 'In the way' })
      const filled = writeFile(join(disk?.folder ?? '', 'ballast'), Buffer.alloc(256 * 1024))
      await expect(filled).rejects.toMatchObject({ code: 'ENOSPC' })
      expect((await fetch(`${inbox.url}/email`, { method: 'DELETE' })).status).toBe(204)
      expect(await subjects()).toEqual([])
      await inbox.restart()
      expect(await subjects()).toEqual([])
    } finally {
      await inbox.stop()
    }
  })
})
