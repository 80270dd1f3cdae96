import { DRAWING_ACTIVE } from '@app/contracts/rules/files.ts'
import { BadFile, type Inspector } from '../inspect.ts'
import { damaged } from './bad-picture.ts'

const COMMENTS = '(?:<!--(?:(?!-->)[^])*-->\\s*)*'

/** A drawing's root behind what may stand before it: no definitions of entities, by which a small file becomes a large one. */
const beginning = new RegExp(
  `^\\s*(?:<\\?xml[^>]*\\?>\\s*)?${COMMENTS}(?:<!DOCTYPE\\s+svg(?:\\s[^>[]*)?>\\s*)?${COMMENTS}<(?:[\\w.-]+:)?svg[\\s/>]`,
)
const ending = new RegExp(`(?:</(?:[\\w.-]+:)?svg\\s*>|/>)\\s*${COMMENTS}$`)

/** What runs where a drawing is opened by itself, as one attached to a mail is; or swells there. */
const active =
  /<(?:[\w.-]+:)?(?:script|foreignObject|handler|iframe)[\s/>]|[\s"']on[a-z]+\s*=\s*["']|javascript\s*:|<!(?:ENTITY|DOCTYPE[^>]*\[)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const notText = /[\0-\x08\x0b\x0c\x0e-\x1f]/

/** Long enough for what is looked for to be seen whole where two chunks meet, and for comments at the end. */
const TAIL = 2_000

/** Whether these first bytes are those of a drawing in UTF-8. */
export const isSvg = (head: Uint8Array): boolean => beginning.test(new TextDecoder().decode(head))

/** Refuses a drawing that is no text, is cut short, or carries what runs or swells where it is opened. */
export function svgCheck(): Inspector {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let tail = ''
  function look(chunk?: Buffer): void {
    let text: string
    try {
      text = tail + decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw damaged()
    }
    if (notText.test(text)) throw damaged()
    if (active.test(text)) throw new BadFile(DRAWING_ACTIVE)
    tail = text.slice(-TAIL)
  }
  return {
    see: look,
    end() {
      look()
      if (!ending.test(tail)) throw damaged()
    },
  }
}
