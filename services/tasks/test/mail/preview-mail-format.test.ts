import { contentIdOf, mimeOf } from '@app/chassis/mail/message.ts'
import { mimeParts, mimeTree } from '@app/chassis/testing/mime-tree.ts'
import { parseMail } from '@app/chassis/testing/parse-mail.ts'
import { jpeg } from '@app/chassis/testing/pictures.ts'
import { CAPTION_MAX } from '@app/contracts/rules/previews.ts'
import { describe, expect, it } from 'vitest'
import type { MailedPreview } from '../../src/mail/templates/preview-content.ts'
import { previewReady } from '../../src/mail/templates/preview-ready.ts'

const URL = 'https://portal.example/review/token'
const TASK_ID = '0192f3a0-0000-7000-8000-000000000001'

const picture = (n: number) => ({
  kind: 'image' as const,
  thumbnail: `public/previews/${n}.jpg`,
  width: 1600,
  height: 1200,
  durationMs: null,
  alternativeText: '',
})

const task: MailedPreview = {
  _id: TASK_ID,
  taskId: 42,
  companyProfileId: '0192f3a0-0000-7000-8000-000000000002',
  companyName: 'Harbor Pine',
  title: 'Winter bread',
  targetPostingDate: '2026-12-07',
  submissionForReview: null,
  doneTaskImage: null,
  previewNo: 2,
  caption: 'Fresh bread\nevery morning',
  platforms: ['platform_insta', 'platform_fb'],
  companyLogo: 'public/company/logo.png',
  files: [picture(1)],
}

const mailOf = (changes: Partial<MailedPreview> = {}) => previewReady({ ...task, ...changes }, { url: URL, may: 'decide' })

const CONTENT = Buffer.from(jpeg())

/** Returns the message as `notifications` sends it. */
async function messageOf({ parts, ...mail }: ReturnType<typeof mailOf>, content = CONTENT) {
  const pictures = parts.filter((part) => part.kind === 'picture')
  const attachments = pictures.map(({ key, fileName }) => ({ fileName, contentType: 'image/jpeg', content, contentId: contentIdOf(key) }))
  const id = crypto.randomUUID()
  const { bytes } = await mimeOf({ id, recipient: 'maria@harborpine.example', replyTo: null, threadId: TASK_ID, attachments, ...mail })
  const parsed = await parseMail(bytes)
  return { raw: bytes.toString('latin1'), html: String(parsed.html), text: parsed.text ?? '', parsed, bytes }
}

const send = (changes: Partial<MailedPreview> = {}) => messageOf(mailOf(changes))
/** The email to a company without a logo. */
function plainMailOf(files: NonNullable<MailedPreview['files']>) {
  const { companyLogo: _, ...plain } = task
  return previewReady({ ...plain, files }, { url: URL, may: 'decide' })
}

describe('the parts of the email', () => {
  it('are alternatives, and the HTML is related to its pictures', async () => {
    const { raw } = await send({ files: [picture(1), picture(2)] })
    expect(mimeTree(raw)).toEqual([
      'multipart/alternative',
      'text/plain',
      ['multipart/related', 'text/html', 'image/jpeg', 'image/jpeg', 'image/jpeg'],
    ])
  })

  it('are only the two texts if there are no pictures', async () => {
    const { raw, html } = await messageOf(plainMailOf([{ ...picture(1), thumbnail: null }]))
    expect(mimeTree(raw)).toEqual(['multipart/alternative', 'text/plain', 'text/html'])
    expect(html).not.toContain('<img')
    expect(html).toContain(`href="${URL}" style="color:#1F6B4F">Picture</a>`)
  })

  it('contain each picture that the HTML shows, as an inline part, and no other picture', async () => {
    const files = Array.from({ length: 10 }, (_, n) => picture(n))
    const { html, raw } = await send({ files })
    const shown = [...html.matchAll(/<img src="cid:([^"]+)"/g)].map(([, id]) => `<${id}>`)
    expect(new Set(shown).size).toBe(11)
    const inline = mimeParts(raw).filter(({ headers }) => /^content-disposition: inline/im.test(headers))
    expect(inline.map(({ headers }) => /^content-id: (\S+)/im.exec(headers)?.[1])).toEqual(shown)
  })
})

describe('the content', () => {
  it('is the same in HTML and plain text', async () => {
    const files = [picture(1), { ...picture(2), kind: 'video' as const, durationMs: 65_200 }, { ...picture(3), kind: 'pdf' as const }]
    const changes = { previousNo: 1, isCaptionChanged: true, added: 2, removed: 0, replaced: 1, isReordered: false }
    const { html, text } = await send({ files, changes })
    const shown = html.replaceAll(/<\/?span[^>]*>/g, '')
    for (const words of [
      'Harbor Pine',
      'Version 2 · Instagram, Facebook · posts Mon, Dec 7, 2026',
      'Picture 1 of 3',
      'Video 2 of 3, 1:05',
      'PDF 3 of 3',
      'Fresh bread',
      'every morning',
      'Changed since version 1: the caption was changed, 1 file was replaced, and 2 files were added.',
      'Winter bread (#42)',
      'Approve…',
      'Refer back…',
    ]) {
      expect(shown).toContain(words)
      expect(text).toContain(words)
    }
    expect(text).toContain(`Approve…, or Refer back…:\n${URL}\n`)
    expect(html.split(`href="${URL}"`)).toHaveLength(3 + 2 + 1)
  })

  it('names each file by its alternative text, if it has one', () => {
    const files = [
      { ...picture(1), alternativeText: 'A "warm" loaf' },
      { ...picture(2), kind: 'video' as const, alternativeText: 'An oven' },
    ]
    const { html, text } = mailOf({ files })
    expect(html).toContain(' alt="A &quot;warm&quot; loaf"')
    expect(html).toContain(' alt="Video 2 of 2: An oven"')
    expect(text).toContain('A "warm" loaf')
  })

  it('says if nothing changed, and nothing about changes of the first version', () => {
    const changes = { previousNo: 1, isCaptionChanged: false, added: 0, removed: 0, replaced: 0, isReordered: false }
    expect(mailOf({ changes }).text).toContain('The caption and the files are the same as in version 1.')
    expect(mailOf({ changes: { ...changes, isReordered: true } }).text).toContain('since version 1: the files are in another order.')
    expect(mailOf({ changes: { ...changes, removed: 1 } }).text).toContain('since version 1: 1 file was removed.')
    expect(mailOf().text).not.toContain('since version')
  })

  it('has the year of a posting date in another year, and leaves out values that are not known', () => {
    expect(mailOf({ targetPostingDate: '2027-01-04' }).text).toContain('posts Mon, Jan 4, 2027\n')
    expect(mailOf({ targetPostingDate: null, platforms: [] }).text).toContain('\nVersion 2\n')
  })

  it('has the company and the posting date only once, and the last day of the review in words', () => {
    const { text } = mailOf({ submissionForReview: '2026-12-04' })
    expect(text).toContain('Task: Winter bread (#42)\nReview due: Fri, Dec 4, 2026\n')
    expect(text.match(/Harbor Pine|Dec 7/g)).toHaveLength(2)
  })

  it.each([
    [1600, 1200, 320, 240],
    [600, 6000, 32, 320],
    [1, 1, 1, 1],
    [null, null, 320, 180],
  ])('a picture of %s × %s has the size %d × %d', (width, height, shownWidth, shownHeight) => {
    const { html } = plainMailOf([{ ...picture(1), width, height }])
    expect(html).toMatch(new RegExp(`<img src="cid:1.jpg@[a-z.]+" alt="Picture" width="${shownWidth}" height="${shownHeight}"`))
  })

  it('begins with the first file, above the heading, and shows the other files below the caption', () => {
    const { html } = mailOf({ files: [picture(1), picture(2), picture(3)] })
    const positions = ['alt="Picture 1 of 3"', '<h1 ', '<blockquote ', 'alt="Picture 2 of 3"', 'alt="Picture 3 of 3"'].map((part) =>
      html.indexOf(part),
    )
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions).not.toContain(-1)
  })
})

const hostile = {
  'a caption with HTML': '</blockquote><img src=x onerror=alert(1)><script>alert(1)</script>',
  'a caption from right to left': 'خبز طازج كل صباح\n\u202eevil\u202c',
  'a caption of emoji': '🥖'.repeat(CAPTION_MAX / 2),
  'a caption of quotation marks': '"'.repeat(CAPTION_MAX),
  'a caption of 5,000 short lines': 'a\n'.repeat(CAPTION_MAX / 2),
  'a caption with lines of 2,000 characters': `${'a'.repeat(2_000)}\n.\n${'é'.repeat(2_000)}`,
}

describe.each(Object.entries(hostile))('%s', (_name, caption) => {
  it('arrives complete in both parts, escaped, in less than 100 kB and in short lines', async () => {
    const { raw, html, text, bytes } = await send({ caption, files: Array.from({ length: 10 }, (_, n) => picture(n)) })
    const lines = caption.split('\n')
    const unescaped = html.replaceAll('<br>', '\n').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    expect(unescaped).toContain(`">${caption}</blockquote>`)
    expect(html).not.toMatch(/<script|onerror=alert\(1\)>/)
    expect(text).toContain(lines.map((line) => `> ${line}`).join('\n'))
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    expect(Math.max(...raw.split(/\r?\n/).map((line) => line.length))).toBeLessThanOrEqual(998)
    expect(bytes.length).toBeLessThan(1_000_000)
  })
})

it('an email with ten large pictures has less than 1 MB', async () => {
  const files = Array.from({ length: 10 }, (_, n) => picture(n))
  const { bytes } = await messageOf(plainMailOf(files), Buffer.alloc(70_000, 7))
  expect(bytes.length).toBeLessThan(1_000_000)
})

describe('the headers', () => {
  it('put all emails about a task in one thread, each with its own id', async () => {
    const [first, second] = [await send(), await send({ previewNo: 3 })]
    const thread = `<thread.${TASK_ID}@palmettoworks.example>`
    for (const { parsed } of [first, second]) {
      expect(parsed.inReplyTo).toBe(thread)
      expect(parsed.references).toBe(thread)
      expect(parsed.subject).toBe('Ready for your review: Winter bread')
    }
    expect(first.parsed.messageId).not.toBe(second.parsed.messageId)
  })

  it('get nothing from hostile names', async () => {
    const evil = 'x\r\nBcc: all@example.com\r\n\r\n<b>body</b>'
    const { parsed, raw } = await send({ title: evil, companyName: evil })
    expect([...parsed.headers.keys()].sort()).toEqual(
      ['auto-submitted', 'content-type', 'date', 'from', 'in-reply-to', 'message-id', 'mime-version', 'references', 'subject', 'to'].sort(),
    )
    expect(parsed.subject).toBe('Ready for your review: x Bcc: all@example.com <b>body</b>')
    expect(mimeParts(raw)[0]?.headers).not.toMatch(/^bcc:/im)
  })
})
