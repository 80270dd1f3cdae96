import { DOCUMENT_REFUSED } from '@app/contracts/rules/documents.ts'
import { BadFile, type Inspector } from '../inspect.ts'
import { wideEncodingOf } from './html.ts'

/** Control characters except tab, line feed, form feed, carriage return, 0x1a (end of file in DOS) and escape (ISO-2022-JP). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression must match control characters
const notText = /[\0-\x08\x0e-\x19\x1c-\x1f\x7f]/

/**
 * Decodes text without a UTF-16 byte order mark as Latin-1. This is sufficient, because `notText` tests only the bytes 0x00 to 0x7f. In all
 * common encodings except UTF-16, these bytes are ASCII.
 */
const asBytes = (chunk: Buffer): string => chunk.toString('latin1')

/** Fewer bytes may be the beginning of any file. */
const TEXT_MIN_BYTES = 8

/** Whether the beginning of a file is text without control characters, in an encoding with one byte for each ASCII character. */
export const isText = (head: Buffer): boolean => head.length >= TEXT_MIN_BYTES && !notText.test(asBytes(head))

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

/** Returns an inspector that accepts only text: valid UTF-16 after a byte order mark, or other bytes without control characters. */
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
