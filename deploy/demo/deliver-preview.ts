import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import { type Poster, posterImage } from './pictures/poster.ts'
import { previewForm } from './preview-form.ts'
import type { StoryPreview } from './story/story.ts'

async function upload({ send, adminToken }: Cast, taskId: string, preview: StoryPreview, brand: string, deliver: boolean): Promise<void> {
  const { fields, files } = await previewForm(preview, brand)
  const url = uploadPreview.url.replace(':id', taskId)
  await must(send(uploadPreview.method, url, { token: adminToken, fields: { ...fields, deliver: String(deliver) }, files }))
}

/** Delivers a preview: one picture with `uploadTaskImage`, or files and a caption with `uploadPreview`. */
export async function deliverPreview(cast: Cast, taskId: string, preview: Poster | StoryPreview, brand: string): Promise<void> {
  if ('files' in preview) return upload(cast, taskId, preview, brand, true)
  const files = { image: posterImage(preview, brand) }
  await must(cast.send(uploadTaskImage.method, uploadTaskImage.url.replace(':id', taskId), { token: cast.adminToken, files }))
}

/** Saves a preview as a draft, which replaces the task's previous draft. */
export const saveDraft = (cast: Cast, taskId: string, preview: StoryPreview, brand: string): Promise<void> =>
  upload(cast, taskId, preview, brand, false)
