import { createPhotoDelivery, endPhotoDelivery, listPhotos, uploadPhoto } from '@app/contracts/http/photos.ts'
import { getQuota } from '@app/contracts/http/quotas.ts'
import { page } from 'vitest/browser'
import { answer, never, refusal, reply } from '../src/testing/api.ts'
import { company, ownerWithDocuments, photoOf } from '../src/testing/fixtures.ts'
import { signInAs, tokenOf } from '../src/testing/open.tsx'
import { pngFile } from '../src/testing/previews.ts'
import { fail, keys, press, pressInDialog, type Step, see, seeDialog, seeHeading, seeRole, serve, visit } from './act.ts'
import { checkStates } from './check-states.ts'

const TAB = '/management?section=3'
const LONG = 'photo_of_the_extraordinary_meeting_of_the_members_in_front_of_the_museum-final-final'
const delivery = {
  _id: 'delivery-1',
  companyProfileId: company._id,
  taskId: null,
  note: 'From the market',
  count: 4,
  createdAt: '2026-12-01T12:00:00.000Z',
  endedAt: null,
  photos: [],
}
const photos = Array.from({ length: 5 }, (_, n) =>
  photoOf(n, n < 2 ? { deliveryId: 'delivery-2', taskId: 5, note: 'The new oven. The second photo is the best one.' } : {}),
)

const openForm: Step[] = [
  () => ownerWithDocuments([]),
  () => signInAs.owner(tokenOf('ann')),
  fail(getQuota, 404),
  serve(createPhotoDelivery, delivery),
  serve(endPhotoDelivery, { ...delivery, endedAt: delivery.createdAt }),
  visit(`${TAB}&show=photos`),
  seeDialog('Send us photos'),
]

const choose: Step[] = [
  openForm,
  async () =>
    page
      .getByLabelText(/^Photos/)
      .upload([await pngFile('oven.png'), await pngFile('oven-again.png'), await pngFile(`${LONG}.png`), await pngFile('team.png')]),
  seeHeading('4 photos chosen'),
]

/** The responses to the uploads: sent, sent before, refused, and none. */
const sendSome: Step[] = [
  choose,
  () => {
    const sent = answer(uploadPhoto, () => {
      const photo = { _id: 'photo-1', sha256: 'a'.repeat(64) }
      if (sent.length === 1) return reply(uploadPhoto, photo)
      if (sent.length === 2) return reply(uploadPhoto, { ...photo, duplicateOf: 'photo-1' })
      return sent.length === 3 ? refusal(415, 'Please choose a JPEG, PNG or HEIC picture.') : never()
    })
  },
  press('Send 4 photos'),
  see('Please choose a JPEG, PNG or HEIC picture.'),
]

checkStates('owner', {
  photos: [() => ownerWithDocuments([]), serve(listPhotos, photos), visit(TAB), seeRole('button', 'Photo IMG_1.jpg')],
  'photos-error': [() => ownerWithDocuments([]), fail(listPhotos), visit(TAB), see('We couldn’t load the photos.')],
  photo: [
    () => ownerWithDocuments([]),
    serve(listPhotos, photos),
    visit(TAB),
    press('Photo IMG_1.jpg'),
    seeDialog('IMG_1.jpg'),
    pressInDialog('Remove'),
    seeDialog('Remove this photo?'),
  ],
  'photos-choose': choose,
  'photos-none-chosen': [openForm, press('Send photos'), see('Please choose a photo.')],
  'photos-sending': sendSome,
  'photos-bar': [sendSome, keys('{Escape}'), seeRole('complementary', 'Photos')],
  'photos-paused': [
    choose,
    () => answer(uploadPhoto, () => refusal(503, 'Photos cannot be sent at the moment. Please try again shortly.')),
    press('Send 4 photos'),
    seeRole('button', 'Try again'),
  ],
  'photos-sent': [sendSome, press('Stop sending'), see(/couldn’t be sent\.$/)],
})
