import { readdir, readFile } from 'node:fs/promises'
import { mailFonts } from '@app/contracts/brand-mail.ts'
import { office } from '@app/contracts/brand-office.ts'
import { describe, expect, it } from 'vitest'
import type { MailContent } from '../mail/compose.ts'
import { TEXT_WIDTH } from '../mail/styles.ts'

/** Gmail cuts off longer HTML. */
const HTML_MAX_BYTES = 100_000

const withoutComments = (html: string): string => html.replaceAll(/<!--[\s\S]*?-->/g, '')

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decode = (html: string): string => html.replaceAll(/&(\w+|#39);/g, (whole, name: string) => entities[name] ?? whole)

const preheaderOf = (html: string): string => decode(/<div style="display:none[^>]*>([^<&]*(?:&(?!#847)[^<&]*)*)/.exec(html)?.[1] ?? '')

/** Returns the text of each element in the card of an email: headings, sentences, quotes and links. */
function textsIn(html: string): string[] {
  const [, card = ''] = withoutComments(html).split('<div class="card"')
  const inner = card.slice(card.indexOf('>') + 1)
  return inner.split(/<[^>]*>|\n/).flatMap((text) => decode(text).trim() || [])
}

const sentencesIn = (text: string): string[] => text.split(/(?<=[.?!])\s+/).map(plain)

/** Removes differences that do not change what a sentence says. */
const plain = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]+/gu, '')
    .trim()

/**
 * Adds tests of the rules for emails (docs/decisions/emails.md). `emails` are all emails of a service with realistic data. Each key begins
 * with the name of the template's file in the folder `templates`.
 */
export function testEmailRules(emails: Readonly<Record<string, MailContent>>, templates: URL): void {
  it('the list contains every template', async () => {
    const files = await readdir(templates)
    const names = []
    for (const file of files) if ((await readFile(new URL(file, templates), 'utf8')).includes('compose(')) names.push(file)
    expect(names).not.toEqual([])
    expect([...new Set(Object.keys(emails).map((name) => `${name.split(' ')[0]}.ts`))].sort()).toEqual(names.sort())
  })

  describe.each(Object.entries(emails))('the email %s', (_name, { subject, text, html }) => {
    it('has a preheader, which says something that the subject does not say, and is filled up', () => {
      const preheader = preheaderOf(html)
      expect(preheader.length).toBeGreaterThan(10)
      expect(plain(subject)).not.toContain(plain(preheader))
      expect(plain(preheader)).not.toContain(plain(subject))
      expect(html).toMatch(/(&#847;&zwnj;&nbsp;){40}<\/div>/)
    })

    it('has a subject on one line, without a full stop', () => {
      expect(subject).toMatch(/^[\p{Lu}\d][^\r\n]*[^.\r\n]$/u)
      expect(subject.length).toBeLessThanOrEqual(120)
    })

    it('repeats the subject in no sentence', () => {
      const texts = textsIn(html)
      expect(texts.length).toBeGreaterThan(2)
      const sentences = [...texts, ...text.split('\n')].flatMap(sentencesIn)
      const [fact = ''] = subject.split(': ')
      expect(sentences).not.toContain(plain(subject))
      expect(sentences).not.toContain(plain(fact))
    })

    it('has at most one filled button', () => {
      expect((html.match(/class="button"/g) ?? []).length).toBeLessThanOrEqual(1)
    })

    it('has its heading below the picture if there is one', () => {
      const [before = '', after = ''] = html.split('<h1 ')
      const pictures = after.match(/<img [^>]*class="picture"/g) ?? []
      if (pictures.length > 0) expect(before).toMatch(/<img [^>]*class="picture"/)
    })

    it('has no font outside the stack, and loads none', () => {
      const shown = withoutComments(html)
      const fonts = [...shown.matchAll(/font-family:([^;"}]*)/g)].map(([, font]) => font)
      expect(fonts.length).toBeGreaterThan(1)
      for (const font of fonts) expect([mailFonts.text, mailFonts.display]).toContain(font)
      expect(shown).not.toMatch(/@font-face|@import|<link|<font|font:/)
    })

    it('has colors for light and dark screens, and one column of at most 600 px', () => {
      expect(html).toContain('<meta name="color-scheme" content="light dark">')
      expect(html).toContain('@media (prefers-color-scheme:dark)')
      expect(withoutComments(html)).not.toMatch(/<table|position:|float:|display:flex|display:grid/)
      for (const [, width] of withoutComments(html).matchAll(/width="(\d+)"/g)) expect(Number(width)).toBeLessThanOrEqual(TEXT_WIDTH)
    })

    it('has the same words and links in its text part', () => {
      expect(text).toContain(office.address)
      const squeezed = text.replaceAll(/^> ?/gm, '').replaceAll(/\s+/g, ' ')
      const notes = new Set(['Video · 1:05', 'PDF'])
      for (const words of textsIn(html).filter((shown) => !shown.endsWith('@palmettoworks.example') && !notes.has(shown)))
        expect(squeezed).toContain(words.replaceAll(/\s+/g, ' '))
      for (const [, href = ''] of html.matchAll(/href="(https[^"]*)"/g)) expect(text).toContain(decode(href))
    })

    it('is not cut off by Gmail', () => {
      expect(Buffer.byteLength(html)).toBeLessThan(HTML_MAX_BYTES)
    })
  })
}
