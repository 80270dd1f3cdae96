import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { findForeignAccess } from '@app/chassis/testing/foreign-records.ts'
import { jpeg } from '@app/chassis/testing/pictures.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photoSteps, sha256Of } from './photos/photo-steps.ts'
import { startTasksService } from './photos/tasks-service.ts'
import { type Service, setUp, sharedDocument } from './setup.ts'

let service: Service
let tasks: Awaited<ReturnType<typeof startTasksService>>
const photos = photoSteps(() => service)
beforeAll(async () => {
  tasks = await startTasksService()
  service = await setUp({ tasksUrl: tasks.url })
})
afterAll(async () => {
  await service.stop()
  tasks.stop()
})

test('documents and photos of another owner are neither returned nor changed, however valid the request is', async () => {
  const { app, db, deps } = service
  const [owner, stranger] = [await ownerWithCompany(deps), await ownerWithCompany(deps)]
  const document = await sharedDocument(service, owner)
  const delivery = await photos.begun(owner)
  const { _id: photoId } = await photos.sent(owner, delivery)
  const further = jpeg()
  const wrong = await findForeignAccess({
    app,
    db,
    service: 'documents',
    owner,
    stranger,
    ids: { id: document._id, companyProfileId: owner.company._id, deliveryId: delivery._id },
    valid: {
      uploadDocument: { fields: { documentType: 'pdf' }, files: { document: new File([pdf()], 'prices.pdf') } },
      uploadPhoto: { params: { sha256: sha256Of(further) }, files: { photo: further } },
      removePhoto: { params: { id: photoId } },
    },
  })
  expect(wrong).toEqual([])
})
