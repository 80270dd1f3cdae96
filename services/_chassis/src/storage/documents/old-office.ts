import { DOCUMENT_REFUSED } from '@app/contracts/rules/documents.ts'
import { BadFile } from '../inspect.ts'
import type { Bytes } from './bytes.ts'
import { topStreams } from './compound.ts'

/** Where the main stream of each kind says that it is encrypted, if it does so near its beginning. */
const isEncrypted = {
  /** `fEncrypted` of the file information block. */
  doc: async (file: Bytes, place: number): Promise<boolean> => ((await file.read(place + 10, 2)).readUInt16LE() & 0x0100) !== 0,
  /** A FILEPASS record after the BOF that comes first. */
  async xls(file: Bytes, place: number): Promise<boolean> {
    const first = await file.read(place, 4)
    const second = place + 4 + first.readUInt16LE(2)
    return first.readUInt16LE() === 0x0809 && (await file.read(second, 2)).readUInt16LE() === 0x002f
  },
  ppt: async (): Promise<boolean> => false,
}

/** The stream that makes a compound file one of these. */
const mainStreams = { doc: ['worddocument'], xls: ['workbook', 'book'], ppt: ['powerpoint document'] } as const

/** Throws unless a file of Office before 2007 is what its extension says. Answers whether it is protected by a password. */
export async function examineOldOffice(file: Bytes, extension: keyof typeof mainStreams): Promise<'protected' | undefined> {
  const streams = await topStreams(file)
  const name = mainStreams[extension].find((one) => streams.has(one))
  if (name === undefined) throw new BadFile(DOCUMENT_REFUSED)
  const place = streams.get(name)?.place
  return place !== undefined && (await isEncrypted[extension](file, place)) ? 'protected' : undefined
}
