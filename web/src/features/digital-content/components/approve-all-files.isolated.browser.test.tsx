import { listPreviews } from '@app/contracts/http/previews.ts'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply } from '../../../testing/api.ts'
import { ownerWith, picture, previewFileOf, previewOf, taskOf } from '../../../testing/fixtures.ts'
import { openApp } from '../../../testing/open.tsx'

const gallery = Promise.withResolvers<void>()
vi.mock('../../../domain/preview/FileGallery.tsx', async (load) => {
  await gallery.promise
  return load()
})

it('a preview with several files can be approved only after its gallery is loaded', async () => {
  ownerWith(taskOf({ previewNo: 1 }))
  const files = [previewFileOf(), previewFileOf({ url: picture('teal') })]
  answer(listPreviews, () => reply(listPreviews, [previewOf({ files })]))
  await openApp('/management?show=task-5')
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await expect.element(page.getByRole('img', { name: 'Picture 1 of 2' })).toBeVisible()
  await expect.element(approve).toBeDisabled()
  gallery.resolve()
  await expect.element(page.getByRole('button', { name: 'Next file' })).toBeVisible()
  await expect.element(approve).toBeEnabled()
})
