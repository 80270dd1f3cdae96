import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { expect, test } from 'vitest'
import { createLinkCounter, htmlOf, linksOf, textOf } from '../src/content/links.ts'
import { splitLines, templateOf } from '../src/content/template.ts'

const BODY_CHARS = 200_000

const filled = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const endings = ['.', '/.', ')', '’', '.,;:!?', 'http://', '{{', '}}', '{{First Name|', 'https://a.', ' ', '\n', '&', '\ud83d\ude00']

test.each(endings)('a body that repeats %j becomes HTML and links without blocking the event loop', async (ending) => {
  const body = `https://a/${filled(ending, BODY_CHARS - 11)}x`
  const block = await longestEventLoopBlock(() => {
    const template = templateOf(body)
    linksOf(template)
    const { hrefOf } = createLinkCounter({ publicUrl: 'https://portal.example' })
    for (const line of splitLines(template)) {
      htmlOf(line, hrefOf)
      textOf(line, hrefOf)
    }
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
})

test('punctuation after a URL is not part of its link', () => {
  const html = htmlOf(['See (https://a.example/b?c=d). Or “https://e.example/f!”, ok?']).join('')
  expect(html).toContain('href="https://a.example/b?c=d"')
  expect(html).toContain('href="https://e.example/f"')
  expect(html).toContain('</a>!”, ok?')
})
