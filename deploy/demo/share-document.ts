import { type Document, openDocument, uploadDocument } from '@app/contracts/http/documents.ts'
import { documentTypeOf } from '@app/contracts/rules/documents.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import type { StoryDocument } from './story/story.ts'

/** Uploads a document unless an earlier run did so (`found`). If `story.opened` is set, the admin then opens the document. */
export async function shareDocument(
  cast: Cast,
  companyProfileId: string,
  story: StoryDocument,
  found: Document | undefined,
): Promise<void> {
  const { send, adminToken } = cast
  const { _id, openedAt } = found ?? (await upload(cast, companyProfileId, story))
  if (story.opened && !openedAt) await must(send('PUT', openDocument.url.replace(':id', _id), { token: adminToken }))
}

async function upload({ send, ownerToken }: Cast, companyProfileId: string, story: StoryDocument): Promise<Document> {
  const { title, description = '', training = false, fileName, bytes } = story
  const fields = { companyProfileId, title, description, documentType: documentTypeOf(fileName) ?? '', DocViewer: String(training) }
  const files = { document: new File([bytes()], fileName) }
  const shared = send<{ document: Document }>('POST', uploadDocument.url, { token: ownerToken, fields, files })
  return (await must(shared)).document
}
