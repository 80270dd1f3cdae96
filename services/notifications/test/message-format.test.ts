import { compose } from '@app/chassis/mail/compose.ts'
import { contentIdOf } from '@app/chassis/mail/message.ts'
import { mimeTree } from '@app/chassis/testing/mime-tree.ts'
import { parseMail } from '@app/chassis/testing/parse-mail.ts'
import { jpeg } from '@app/chassis/testing/pictures.ts'
import type { MailPart } from '@app/contracts/http/mail-content.ts'
import { expect, it } from 'vitest'
import { picturesOf, toMessage } from '../src/mail/to-message.ts'

const keys = ['public/previews/1.jpg', 'public/previews/2.jpg', 'public/company/logo.png']
const [first = '', second = '', logo = ''] = keys.map(contentIdOf)
const thumbnail = (contentId: string, alt: string) => ({ contentId, alt, note: '', width: 200, height: 150 })
const link = 'https://portal.example/review/token'
const parts: MailPart[] = keys.map((key, at) => ({ kind: 'picture', key, fileName: `file-${at + 1}.jpg` }))

/** An email with two pictures and a logo. */
const mail = compose({
  subject: 'Ready for your review: Winter bread',
  preheader: 'Version 2',
  lead: { kind: 'thumbnails', thumbnails: [thumbnail(first, 'Picture 1 of 2')], link },
  heading: 'Approve the preview, or refer it back',
  blocks: [
    { kind: 'company', name: 'Harbor Pine', logo },
    { kind: 'thumbnails', thumbnails: [thumbnail(second, 'Picture 2 of 2')], link },
  ],
})

/** Returns the message if the file store has only these pictures. */
async function messageWith(found: readonly string[]) {
  const pictures = picturesOf(parts)
  const isFound = ({ key }: { key: string }) => found.includes(key)
  const attachments = pictures.filter(isFound).map(({ key, fileName }) => ({
    fileName,
    contentType: 'image/jpeg',
    content: Buffer.from(jpeg()),
    contentId: contentIdOf(key),
  }))
  const omitted = pictures.filter((picture) => !isFound(picture))
  const stored = { id: crypto.randomUUID(), recipient: 'maria@harborpine.example', replyTo: null, parts, ...mail }
  const { bytes } = await toMessage(stored, { attachments, omitted })
  return { raw: bytes.toString('latin1'), html: String((await parseMail(bytes)).html) }
}

it('a message contains the pictures of its HTML', async () => {
  const { raw } = await messageWith(keys)
  const related = ['multipart/related', 'text/html', 'image/jpeg', 'image/jpeg', 'image/jpeg']
  expect(mimeTree(raw)).toEqual(['multipart/alternative', 'text/plain', related])
})

it('a picture that is missing is replaced by a link with words', async () => {
  const { html, raw } = await messageWith(['public/previews/1.jpg'])
  expect(mimeTree(raw)).toEqual(['multipart/alternative', 'text/plain', ['multipart/related', 'text/html', 'image/jpeg']])
  expect(html.match(/<img /g)).toHaveLength(1)
  expect(html).toContain('>Picture 2 of 2</a>')
  expect(html).toContain('>Harbor Pine</p>')
})
