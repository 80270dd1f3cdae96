import { DOCUMENT_REFUSED } from '@app/contracts/rules/documents.ts'
import { BadFile, type Inspector } from '../inspect.ts'
import { wideEncodingOf } from './html.ts'

/** Characters that no text has: all controls but tabs, line and page ends, the end mark of old systems, and the escapes of Japanese mail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const notText = /[\0-\x08\x0e-\x19\x1c-\x1f\x7f]/

/** The bytes of a chunk as characters, whatever they stand for: in all encodings of one byte or more up to 0x7f are those of ASCII. */
const asBytes = (chunk: Buffer): string => chunk.toString('latin1')

function decoder(encoding: string): (chunk?: Buffer) => string {
  const wide = new TextDecoder(encoding, { fatal: true })
  return (chunk) => {
    try {
      return wide.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new BadFile(DOCUMENT_REFUSED)
    }
  }
}

/**
 * Refuses what is no text. In UTF-16, which a mark tells, it has to decode; any other bytes do in one encoding or another (UTF-8,
 * Windows-1252, …), as long as there are no controls among them.
 */
export function textCheck(head: Buffer): Inspector {
  const encoding = wideEncodingOf(head)
  const decode = encoding === undefined ? undefined : decoder(encoding)
  return {
    see(chunk) {
      if (notText.test(decode ? decode(chunk) : asBytes(chunk))) throw new BadFile(DOCUMENT_REFUSED)
    },
    end: () => void decode?.(),
  }
}
