import { createHash } from 'node:crypto'
import {
  createPhotoDelivery,
  endPhotoDelivery,
  getPhotoDelivery,
  listPhotos,
  type Photo,
  type PhotoDelivery,
  uploadPhoto,
} from '@app/contracts/http/photos.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import { photoImage } from './pictures/photo.ts'
import type { StoryPhotos } from './story/story.ts'
import { together } from './together.ts'

/** The company of the photos, and the number of a task by its title. */
interface Target {
  companyProfileId: string
  taskIdOf: (title: string) => number | undefined
}

/** Continues the delivery of an earlier run of the demo, or begins one. */
async function openDelivery({ send, ownerToken: token }: Cast, target: Target, story: StoryPhotos): Promise<PhotoDelivery> {
  const { companyProfileId, taskIdOf } = target
  const known = await must(send<Photo[]>(listPhotos.method, `${listPhotos.url}?companyProfileId=${companyProfileId}`, { token }))
  const begun = known.find(({ note }) => note === story.note)?.deliveryId
  if (begun) return must(send<PhotoDelivery>(getPhotoDelivery.method, getPhotoDelivery.url.replace(':deliveryId', begun), { token }))
  const taskId = story.task && taskIdOf(story.task)
  const json = { companyProfileId, note: story.note, count: story.pictures.length, ...(taskId && { taskId }) }
  return must(send<PhotoDelivery>(createPhotoDelivery.method, createPhotoDelivery.url, { token, json }))
}

/** Sends photos of the owner at once, with their note. Skips those that arrived in an earlier run of the demo. */
export async function sendPhotos(cast: Cast, target: Target, story: StoryPhotos): Promise<void> {
  const { send, ownerToken: token } = cast
  const { _id, endedAt, photos } = await openDelivery(cast, target, story)
  if (endedAt !== null) return
  const urlOf = (url: string) => url.replace(':deliveryId', _id)
  await together(
    story.pictures.map(async (picture) => {
      const photo = photoImage(picture)
      const sha256 = createHash('sha256').update(photo).digest('hex')
      if (photos.some((arrived) => arrived.sha256 === sha256)) return
      const file = new File([photo], `${picture.motif}.png`)
      await must(send(uploadPhoto.method, urlOf(uploadPhoto.url).replace(':sha256', sha256), { token, files: { photo: file } }))
    }),
  )
  await must(send(endPhotoDelivery.method, urlOf(endPhotoDelivery.url), { token }))
}
