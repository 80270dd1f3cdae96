import { expect, it } from 'vitest'
import { textPart } from '../../src/mail/text-part.ts'

it.each(['\n', '\r\n', '\r'])('quotes each line of a text once, with line breaks %j', (lineBreak) => {
  const text = ['Please use', '', 'the warmer photo.'].join(lineBreak)
  const quoted = textPart({ subject: 'A', preheader: '', heading: 'Feedback', blocks: [{ kind: 'quote', text }] })
  expect(quoted).toContain('\n\n> Please use\n> \n> the warmer photo.\n\n-- \n')
})
