import { DOCUMENT_REFUSED } from '@app/contracts/rules/documents.ts'
import { BadFile } from '../inspect.ts'
import type { Bytes } from './bytes.ts'
import { topStreams } from './compound.ts'

/** Whether the file is encrypted. The main stream of PowerPoint files has no such flag. */
const isEncrypted = {
  /** Reads the flag `fEncrypted` of the file information block. */
  doc: async (file: Bytes, offset: number): Promise<boolean> => ((await file.read(offset + 10, 2)).readUInt16LE() & 0x0100) !== 0,
  /** Searches for a FILEPASS record after the BOF record. */
  async xls(file: Bytes, offset: number): Promise<boolean> {
    const first = await file.read(offset, 4)
    const second = offset + 4 + first.readUInt16LE(2)
    return first.readUInt16LE() === 0x0809 && (await file.read(second, 2)).readUInt16LE() === 0x002f
  },
  ppt: async (): Promise<boolean> => false,
}

const mainStreams = { doc: ['worddocument'], xls: ['workbook', 'book'], ppt: ['powerpoint document'] } as const

/** Throws unless an Office file (before 2007) matches its extension. Returns whether it is protected by a password. */
export async function examineOldOffice(file: Bytes, extension: keyof typeof mainStreams): Promise<'protected' | undefined> {
  const streams = await topStreams(file)
  const name = mainStreams[extension].find((candidate) => streams.has(candidate))
  if (name === undefined) throw new BadFile(DOCUMENT_REFUSED)
  const offset = streams.get(name)?.offset
  return offset !== undefined && (await isEncrypted[extension](file, offset)) ? 'protected' : undefined
}
