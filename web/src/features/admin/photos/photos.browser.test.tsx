import '../AdminDashboardPage.tsx'
import '../CompanyPanel.tsx'
import './PhotoForTask.tsx'
import { listDocuments } from '@app/contracts/http/documents.ts'
import { listPhotos, type Photo } from '@app/contracts/http/photos.ts'
import { usePhoto } from '@app/contracts/http/use-photo.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, photoOf, picture, taskOf } from '../../../testing/fixtures.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

const section = page.getByRole('dialog', { name: 'Bakery' }).getByRole('region', { name: 'Photos' })
const opened = page.getByRole('dialog', { name: 'IMG_2.jpg' })
const use = opened.getByRole('button', { name: 'Use as reference' })
const queryOf = ({ address }: Sent) => Object.fromEntries(new URL(address, window.location.href).searchParams)
const bodyOf = ({ body }: Sent) => JSON.parse(String(body))

const photos = [
  photoOf(3, { deliveryId: 'delivery-2', note: 'For Christmas' }),
  photoOf(2, { taskId: 5, note: 'The oven' }),
  photoOf(1, { taskId: 5, note: 'The oven' }),
]

/** Opens the photos of a company. The array of tasks is read at each request, so tests can change it. */
async function openCompany(listed: readonly Photo[] = photos, tasks = [taskOf()]) {
  signInAs.admin()
  tasks.push(taskOf({ taskId: 6, title: 'Opening hours', currentStatus: 'Approved' }))
  boardOf({ company, tasks })
  answer(listDocuments, () => reply(listDocuments, { success: true, data: [] }))
  const asked = answer(listPhotos, (sent) => {
    const { taskId, cursor } = queryOf(sent)
    if (taskId) return reply(listPhotos, taskId === '5' ? listed.filter((photo) => photo.taskId === 5) : [])
    if (cursor) return reply(listPhotos, listed.slice(1))
    return Response.json(listed.slice(0, 1), {
      headers: listed.length > 1 ? { link: '</api/photos?cursor=x>; rel="next"' } : {},
    })
  })
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}&part=documents`)
  return asked
}

it('photos are listed with their notes, in pages, and by task', async () => {
  const asked = await openCompany()
  await expect.element(section.getByText('For Christmas')).toBeVisible()
  ;(await section.getByRole('button', { name: 'Photo IMG_1.jpg' }).findElement()).scrollIntoView()
  await expect.element(section.getByText(/for #5 Winter bread$/)).toBeVisible()
  expect(section.getByText('The oven').elements()).toHaveLength(1)
  await section.getByRole('combobox', { name: 'Show' }).selectOptions('#6 Opening hours')
  await expect.element(section.getByText('No photos for this task.')).toBeVisible()
  await section.getByRole('combobox', { name: 'Show' }).selectOptions('#5 Winter bread')
  await expect.element(section.getByRole('button', { name: /^Photo/ })).toHaveLength(2)
  expect(asked.map(queryOf).map(({ taskId, cursor }) => [taskId, cursor])).toEqual([
    [undefined, undefined],
    [undefined, 'x'],
    ['6', undefined],
    ['5', undefined],
  ])
})

it('a click makes a photo the reference picture of a task; a refusal is shown, and the next click is about the current task', async () => {
  const tasks = [taskOf()]
  await openCompany(photos, tasks)
  await section.getByRole('button', { name: 'Photo IMG_2.jpg' }).click()
  await expect.element(opened.getByRole('img', { name: 'IMG_2.jpg' })).toBeVisible()
  await expect.element(opened.getByRole('link', { name: 'Download' })).toHaveAttribute('href', photos[1]?.url)
  await expect.element(opened.getByRole('combobox', { name: 'Task' })).toHaveValue('task-5')
  const current = taskOf({ version: 7 })
  const used = answer(usePhoto, (sent) => {
    if (bodyOf(sent).version === 7) return reply(usePhoto, taskOf({ version: 8, referenceImage: picture('teal') }))
    tasks[0] = current
    return refusal(409, 'This task has changed.', { task: current })
  })
  await use.click()
  await expect.element(opened.getByRole('alert').filter({ hasText: 'This task has changed.' })).toBeVisible()
  await use.click()
  await expect.element(page.getByText('“Winter bread” has a new reference picture')).toBeVisible()
  await expect.element(opened).not.toBeInTheDocument()
  expect(used.map(bodyOf)).toEqual([
    { photoId: 'photo-2', version: 2 },
    { photoId: 'photo-2', version: 7 },
  ])
})

it('an empty list and a load error show a message', async () => {
  await openCompany([])
  await expect.element(section.getByText('No photos yet.')).toBeVisible()
  answer(listPhotos, () => refusal(500, 'Something went wrong'))
  await page.getByRole('dialog', { name: 'Bakery' }).getByRole('button', { name: 'Close' }).click()
  const { queryClient } = await import('../../../shared/api/query-client.tsx')
  queryClient.removeQueries({ queryKey: ['documents'] })
  await page.getByRole('link', { name: /View/ }).first().click()
  await page.getByRole('tab', { name: 'Documents and photos' }).click()
  await expect.element(section.getByText('We couldn’t load the photos.')).toBeVisible()
  answer(listPhotos, () => reply(listPhotos, photos))
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect.element(section.getByText('The oven')).toBeVisible()
  await atEachWidth(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth))
})
