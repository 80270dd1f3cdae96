import { office } from '@app/contracts/brand-office.ts'
import { describe, expect, it } from 'vitest'
import type { MailContent } from '../mail/compose.ts'

/** The origin of the links in the emails of the cases. */
export const PORTAL = 'https://portal.example'
/** A text of a user that would change the HTML of an email if it were not escaped. */
export const HOSTILE = `<img src=x onerror=alert(1)> "Tom" & 'Ann'`
const ESCAPED = '&lt;img src=x onerror=alert(1)&gt; &quot;Tom&quot; &amp; &#39;Ann&#39;'

interface TemplateCase {
  mail: MailContent
  subject: string
  /** Words in the plain text and in the HTML. */
  both: string[]
  /** The URL of a link, without the origin. */
  link?: string
  /** The URL of the picture that links to `link`. Its text alternative names the preview of `HOSTILE`. */
  picture?: string
}

/** Adds tests of the content of emails that contain `HOSTILE` texts. */
export function testTemplates(cases: Readonly<Record<string, TemplateCase>>): void {
  describe.each(Object.entries(cases))('the %s mail', (_name, { mail, subject, both, link, picture }) => {
    it('has the same content in plain text and HTML', () => {
      expect(mail.subject).toBe(subject)
      const shown = mail.html.replaceAll(/<\/?span[^>]*>/g, '')
      for (const words of [...both, office.address]) {
        expect(mail.text).toContain(words)
        expect(shown).toContain(words)
      }
      if (link) {
        expect(mail.text).toContain(`${PORTAL}${link}\n`)
        expect(mail.html).toContain(`href="${PORTAL}${link.replaceAll('&', '&amp;')}"`)
      }
    })

    it('shows the preview image if there is one, with a text alternative', () => {
      const alt = 'The preview of "'
      const [shown] = mail.html.match(/<a href="[^"]*"><img [^>]*>/g) ?? []
      expect(mail.text.includes(alt)).toBe(picture !== undefined)
      if (!picture) return expect(shown).toBeUndefined()
      expect(mail.text).toContain(`${alt}${HOSTILE}":\n${picture}\n`)
      expect(shown).toContain(`<a href="${PORTAL}${link}"><img src="${picture}" alt="${alt.replace('"', '&quot;')}${ESCAPED}&quot;"`)
    })

    it('escapes text that users entered', () => {
      expect(mail.html).not.toContain('<img src=x')
      expect(mail.html.includes(ESCAPED)).toBe(mail.text.includes(HOSTILE))
    })

    it('supports dark mode and has a preview line', () => {
      expect(mail.html).toContain('<meta name="color-scheme" content="light dark">')
      expect(mail.html).toContain('prefers-color-scheme:dark')
      expect(mail.html).toMatch(/<div style="display:none[^>]*>[^<]{10,}/)
    })
  })
}
