import { pdf } from '@app/chassis/testing/documents.ts'
import { type Document, openDocument, removeDocument, uploadDocument } from '@app/contracts/http/documents.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import type { Ask } from './ask.ts'

interface Sharing {
  token: string
  adminToken: string
  companyId: string
  mark: string
}

/** Size of a file that is uploaded in more than one part. */
const LARGE_BYTES = 6 * MEGABYTE

/** Returns the key by which `audit.ts` compares documents: the title and the size. */
export const shareOf = (title: string, bytes: number): string => `${title} ${bytes}`

/** Uploads three documents, one of them large. An admin opens one, and the owner removes one. Returns the keys of the other two. */
export async function runDocumentsStory(ask: Ask, { token, adminToken, companyId, mark }: Sharing): Promise<string[]> {
  const share = async (title: string, padding: number) => {
    const file = new File([pdf({ padding })], `${title}.pdf`)
    const fields = { companyProfileId: companyId, title, documentType: 'pdf' }
    const { document } = await ask<{ document: Document }>({
      method: uploadDocument.method,
      path: uploadDocument.url,
      token,
      fields,
      files: { document: file },
    })
    return { id: document._id, share: shareOf(title, file.size) }
  }
  const change = ({ method, url }: typeof openDocument | typeof removeDocument, id: string, by: string) =>
    ask({ method, path: url.replace(':id', id), token: by })

  const small = await share(`small ${mark}`, 1_000)
  const large = await share(`large ${mark}`, LARGE_BYTES)
  const removed = await share(`removed ${mark}`, 1_000)
  await change(openDocument, large.id, adminToken)
  await change(removeDocument, removed.id, token)
  return [small.share, large.share]
}
