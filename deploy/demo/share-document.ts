import { type Document, openDocument, uploadDocument } from '@app/contracts/http/documents.ts'
import { documentTypeOf } from '@app/contracts/rules/documents.ts'
import { must } from '../test/system/client.ts'
import type { Cast } from './play-task.ts'
import type { StoryDocument } from './story/story.ts'

/** Shares a document; the admin opens it where the story says so. */
export async function shareDocument({ send, ownerToken, adminToken }: Cast, companyProfileId: string, story: StoryDocument): Promise<void> {
  const { title, description = '', training = false, fileName, bytes, opened } = story
  const fields = { companyProfileId, title, description, documentType: documentTypeOf(fileName) ?? '', DocViewer: String(training) }
  const files = { document: new File([bytes()], fileName) }
  const { document } = await must(send<{ document: Document }>('POST', uploadDocument.url, { token: ownerToken, fields, files }))
  if (opened) await must(send('PUT', openDocument.url.replace(':id', document._id), { token: adminToken }))
}
