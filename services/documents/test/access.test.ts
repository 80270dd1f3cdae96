import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { findForeignAccess } from '@app/chassis/testing/foreign-records.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, setUp, sharedDocument } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

test('documents of another owner are neither returned nor changed, however valid the request is', async () => {
  const { app, db, deps } = service
  const [owner, stranger] = [await ownerWithCompany(deps), await ownerWithCompany(deps)]
  const document = await sharedDocument(service, owner)
  const wrong = await findForeignAccess({
    app,
    db,
    service: 'documents',
    owner,
    stranger,
    ids: { id: document._id, companyProfileId: owner.company._id },
    valid: { uploadDocument: { fields: { documentType: 'pdf' }, files: { document: new File([pdf()], 'prices.pdf') } } },
  })
  expect(wrong).toEqual([])
})
