import '../features/documents/Documents.tsx'
import '../domain/photo/PhotosBar.tsx'
import '../domain/photo/SendPhotos.tsx'
import '../domain/photo/SentPhotos.tsx'
import {
  createPhotoDelivery,
  endPhotoDelivery,
  getPhotoDelivery,
  listPhotos,
  type Photo,
  type PhotoDelivery,
  removePhoto,
  uploadPhoto,
} from '@app/contracts/http/photos.ts'
import { getQuota } from '@app/contracts/http/quotas.ts'
import { PHOTO_REQUIRED, TOO_MANY_PHOTOS } from '@app/contracts/rules/photos.ts'
import { expect, it } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { useSending } from '../domain/photo/sending.ts'
import { queryClient } from '../shared/api/query-client.tsx'
import { answer, never, refusal, reply, type Sent } from '../testing/api.ts'
import { company, ownerWith, ownerWithDocuments, photoOf, taskOf } from '../testing/fixtures.ts'
import { address, openApp, signInAs, tokenOf } from '../testing/open.tsx'
import { asksBeforeUnload, dropOver } from '../testing/uploads.ts'
import { atEachWidth } from '../testing/widths.ts'

const FORM = '/management?section=3&show=photos'
const dialog = page.getByRole('dialog', { name: 'Send us photos' })
const field = dialog.getByLabelText('Photos', { exact: false }).first()
const note = dialog.getByRole('textbox', { name: 'Note (optional)' })
const bar = page.getByRole('complementary', { name: 'Photos' })
const rowOf = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='
/** A PNG picture, whose bytes differ by the number. */
const photo = (n: number, name = `IMG_${n}.png`) =>
  new File([Uint8Array.from(atob(PIXEL), (char) => char.charCodeAt(0)), String(n)], name, { type: 'image/png' })

const deliveryIn = ({ address: at }: Sent): string => at.split('/')[3] ?? ''
const hashIn = ({ address: at }: Sent): string => at.split('/')[4] ?? ''
const bodyOf = ({ body }: Sent) => JSON.parse(String(body))

/** Mocks the server: deliveries with their photos. `respond` can replace the response to an upload. */
function server({
  photos = [] as Photo[],
  respond = (_sent: Sent): Response | Promise<Response | undefined> | undefined => undefined,
} = {}) {
  ownerWithDocuments([])
  signInAs.owner(tokenOf('ann'))
  const deliveries = new Map<string, PhotoDelivery>()
  const known = new Set<string>()
  answer(getQuota, () => refusal(404, 'None'))
  answer(listPhotos, () => reply(listPhotos, photos))
  const begun = answer(createPhotoDelivery, (sent) => {
    const { companyProfileId, note: about = '', taskId = null, count } = bodyOf(sent)
    const _id = `delivery-${deliveries.size + 1}`
    const delivery = { _id, companyProfileId, note: about, taskId, count, createdAt: '', endedAt: null, photos: [] }
    deliveries.set(_id, delivery)
    return reply(createPhotoDelivery, delivery)
  })
  answer(getPhotoDelivery, (sent) => {
    const found = deliveries.get(deliveryIn(sent))
    return found ? reply(getPhotoDelivery, found) : refusal(404, 'These photos were not found')
  })
  const uploaded = answer(uploadPhoto, async (sent) => {
    const other = await respond(sent)
    if (other) return other
    const sha256 = hashIn(sent)
    const duplicateOf = known.has(sha256) ? { duplicateOf: sha256 } : {}
    known.add(sha256)
    deliveries.get(deliveryIn(sent))?.photos.push({ _id: sha256, sha256 })
    return reply(uploadPhoto, { _id: sha256, sha256, ...duplicateOf })
  })
  const ended = answer(endPhotoDelivery, (sent) => {
    const delivery = deliveries.get(deliveryIn(sent)) as PhotoDelivery
    delivery.endedAt = '2026-12-01T12:00:00.000Z'
    return reply(endPhotoDelivery, delivery)
  })
  return { begun, uploaded, ended, deliveries, known }
}

it('sends several photos with a note; duplicates and a photo that the server refuses say so', async () => {
  const refused = { hash: '' }
  const { begun, uploaded, ended } = server({
    respond: (sent) => {
      const file = (sent.body as FormData).get('photo') as File
      if (file.name !== 'broken.png') return undefined
      refused.hash = hashIn(sent)
      return refusal(415, 'This picture cannot be read.')
    },
  })
  await openApp('/management?section=3')
  await page.getByRole('button', { name: 'Send us photos' }).click()
  await button('Send photos').click()
  await expect.element(field).toHaveAccessibleDescription(new RegExp(PHOTO_REQUIRED))
  await userEvent.upload(field, [photo(1), photo(1, 'again.png'), photo(2, 'broken.png'), photo(3)])
  await expect.element(dialog.getByRole('heading', { name: '4 photos chosen' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove IMG_3.png' }).click()
  dropOver(window, photo(4), new File(['MZ'], 'setup.exe'))
  await expect.element(page.getByRole('alert').filter({ hasText: 'setup.exe:' })).toBeVisible()
  expect(asksBeforeUnload()).toBe(true)
  await note.fill(' From the market ')
  await button('Send 4 photos').click()
  await expect.element(dialog.getByText('3 photos sent. You had sent 1 of them before. 1 photo couldn’t be sent.')).toBeVisible()
  expect(begun.map(bodyOf)).toEqual([{ companyProfileId: company._id, note: 'From the market', count: 4 }])
  expect(uploaded).toHaveLength(4)
  expect(ended).toHaveLength(1)
  await expect.element(rowOf('IMG_1.png').getByText('Sent')).toBeVisible()
  await expect.element(rowOf('again.png').getByText('You already sent this one')).toBeVisible()
  await expect.element(rowOf('broken.png').getByText('This picture cannot be read.')).toBeVisible()
  await atEachWidth(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth))
  expect(asksBeforeUnload()).toBe(false)
  await button('Done').click()
  await expect.poll(address).toBe('/management?section=3')
  await page.getByRole('button', { name: 'Send us photos' }).click()
  await expect.element(note).toHaveValue('')
})

it('at most 30 photos are accepted, and the quota is shown at the field', async () => {
  server()
  answer(createPhotoDelivery, () => refusal(422, 'No space left.', { errors: [{ field: 'count', message: 'No space left.' }] }))
  await openApp(FORM)
  await userEvent.upload(
    field,
    Array.from({ length: 31 }, (_, n) => photo(n)),
  )
  await expect.element(dialog.getByRole('heading', { name: '30 photos chosen' })).toBeVisible()
  await expect.element(field).toHaveAccessibleDescription(new RegExp(TOO_MANY_PHOTOS))
  await dialog.getByRole('button', { name: 'Remove IMG_0.png' }).click()
  await button('Send 29 photos').click()
  await expect.element(field).toHaveAccessibleDescription(/No space left\./)
})

it('waits while offline, and continues by itself without sending a photo twice', async () => {
  const answers: ((response: Response | undefined) => void)[] = []
  const { begun, uploaded, ended, deliveries } = server({
    respond: () => new Promise<Response | undefined>((resolve) => answers.push(resolve)),
  })
  await openApp(FORM)
  await userEvent.upload(field, [photo(1), photo(2), photo(3)])
  await button('Send 3 photos').click()
  await expect.poll(() => answers.length).toBe(2)
  uploaded[0]?.tellProgress(0.5)
  await expect.element(rowOf('IMG_1.png').getByRole('progressbar')).toHaveAttribute('value', '0.5')
  answers[0]?.(undefined)
  await expect.poll(() => answers.length).toBe(3)
  await commands.setOffline(true)
  // The second photo arrives, but its response is lost.
  const lost = uploaded[1] as Sent
  deliveries.get('delivery-1')?.photos.push({ _id: hashIn(lost), sha256: hashIn(lost) })
  answers[1]?.(Response.error())
  answers[2]?.(Response.error())
  await expect.element(dialog.getByRole('alert').filter({ hasText: '1 of 3 photos sent. You’re offline.' })).toBeVisible()
  await commands.setOffline(false)
  await expect.poll(() => answers.length).toBe(4)
  answers[3]?.(undefined)
  await expect.element(dialog.getByText('3 photos sent.', { exact: true })).toBeVisible()
  expect(new Set(uploaded.map(hashIn)).size).toBe(3)
  expect(uploaded).toHaveLength(4)
  expect([begun.length, ended.length]).toEqual([1, 1])
})

it('when the page loses its memory, sending continues with the photos that the browser has kept', async () => {
  let isExpired = false
  const { begun, uploaded, ended, deliveries } = server({
    respond: () => (isExpired ? refusal(401, 'Sign in first') : uploaded.length > 1 ? never() : undefined),
  })
  const app = await openApp(FORM)
  await userEvent.upload(field, [photo(1), photo(2), photo(3)])
  await note.fill('Oven')
  await button('Send 3 photos').click()
  await expect.poll(() => uploaded.length).toBe(3)
  // The database is written in the background.
  await expect.poll(keptCount).toBe(3)

  // The end of a session clears the memory, like a reload.
  isExpired = true
  answer(getQuota, () => refusal(401, 'Sign in first'))
  answer(listPhotos, () => refusal(401, 'Sign in first'))
  void queryClient.invalidateQueries({ queryKey: ['documents'] })
  await expect.poll(address).toMatch(/^\/login/)
  expect(useSending.getState().photos).toEqual([])
  await app.unmount()

  const arrived = [...(deliveries.get('delivery-1')?.photos ?? [])].map(({ sha256 }) => sha256)
  expect(arrived).toHaveLength(1)
  answer(listPhotos, () => reply(listPhotos, []))
  const again = answer(uploadPhoto, (sent) => {
    deliveries.get('delivery-1')?.photos.push({ _id: hashIn(sent), sha256: hashIn(sent) })
    return reply(uploadPhoto, { _id: hashIn(sent), sha256: hashIn(sent) })
  })
  signInAs.owner(tokenOf('ann'))
  await openApp('/management?section=3')
  await expect.element(page.getByRole('alert').filter({ hasText: '3 photos sent' })).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  expect(again.map(hashIn).toSorted()).toEqual(
    uploaded
      .map(hashIn)
      .filter((hash) => !arrived.includes(hash))
      .toSorted(),
  )
  expect([begun.length, ended.length]).toEqual([1, 1])
  await expect.poll(keptCount).toBe(0)
})

it('a delivery that the server has ended is continued in another one', async () => {
  let isOver = false
  const { begun, uploaded, deliveries } = server({
    respond: (sent) => (isOver && deliveryIn(sent) === 'delivery-1' ? refusal(409, 'These photos were already sent.') : undefined),
  })
  isOver = true
  await openApp(FORM)
  await userEvent.upload(field, [photo(1), photo(2)])
  await button('Send 2 photos').click()
  await expect.element(dialog.getByText('2 photos sent.', { exact: true })).toBeVisible()
  expect(begun.map(bodyOf).map(({ count }) => count)).toEqual([2, 2])
  expect(deliveries.get('delivery-2')?.photos).toHaveLength(2)
  expect(uploaded.filter((sent) => deliveryIn(sent) === 'delivery-2')).toHaveLength(2)
})

it('a closed form shows the progress in the bar; photos that were not sent can be left out', async () => {
  const answers: ((response: Response | undefined) => void)[] = []
  const { ended } = server({ respond: () => new Promise<Response | undefined>((resolve) => answers.push(resolve)) })
  await openApp(FORM)
  await userEvent.upload(field, [photo(1), photo(2), photo(3)])
  await button('Send 3 photos').click()
  await expect.poll(() => answers.length).toBe(2)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('link', { name: 'Digital Content' }).click()
  await expect.element(bar.getByText('0 of 3 photos sent')).toBeVisible()
  answers[0]?.(undefined)
  await expect.element(bar.getByText('1 of 3 photos sent')).toBeVisible()
  await page.getByRole('button', { name: 'Menu of Bakery' }).click()
  await page.getByRole('menuitem', { name: 'Logout & Go Home' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out before your photos are sent?' })
  await question.getByRole('button', { name: 'Keep sending' }).click()
  await bar.getByRole('link', { name: 'Show' }).click()
  await button('Stop sending').click()
  await expect.element(dialog.getByText('1 photo sent.', { exact: true })).toBeVisible()
  expect(ended).toHaveLength(1)
})

it('from a task, the photos are for the task, and those sent before are shown; an owner removes one', async () => {
  const photos = [photoOf(1, { taskId: 5, note: 'The oven' }), photoOf(2, { taskId: 5, note: 'The oven' })]
  const { begun } = server({ photos })
  ownerWith(taskOf())
  signInAs.owner(tokenOf('ann'))
  await openApp('/management?show=task-5')
  await page.getByRole('button', { name: 'Send photos' }).click()
  const sent = dialog.getByRole('region', { name: 'Already sent for this task' })
  await expect.element(sent.getByText('The oven')).toBeVisible()
  await userEvent.upload(field, photo(7))
  await button('Send 1 photo').click()
  await expect.element(dialog.getByText('1 photo sent.', { exact: true })).toBeVisible()
  expect(begun.map(bodyOf)).toEqual([{ companyProfileId: company._id, taskId: 5, count: 1 }])

  await sent.getByRole('button', { name: 'Photo IMG_2.jpg' }).click()
  const opened = page.getByRole('dialog', { name: 'IMG_2.jpg' })
  await expect.element(opened.getByRole('link', { name: 'Download' })).toHaveAttribute('href', photos[1]?.url)
  const removed = answer(removePhoto, () => {
    photos.pop()
    return reply(removePhoto, { message: 'Photo removed' })
  })
  await opened.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove this photo?' }).getByRole('button', { name: 'Remove' }).click()
  await expect.element(opened).not.toBeInTheDocument()
  await expect.element(sent.getByRole('button', { name: 'Photo IMG_2.jpg' })).not.toBeInTheDocument()
  expect(removed).toHaveLength(1)
})

/** Returns the number of photos that the browser keeps. */
async function keptCount(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const opening = indexedDB.open('photos in transit')
  opening.onsuccess = () => {
    const counting = opening.result.transaction('photos').objectStore('photos').count()
    counting.onsuccess = () => {
      resolve(counting.result)
      opening.result.close()
    }
  }
  return promise
}
