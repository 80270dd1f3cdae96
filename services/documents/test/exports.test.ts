import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { exportedRecords } from '@app/chassis/testing/exported-records.ts'
import { exportKinds } from '@app/contracts/export/manifest.ts'
import { exportDocumentRecords } from '@app/contracts/http/export-records.ts'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INTERNAL_DATA_KEY, type Service, setUp } from './setup.ts'

let service: Service
const exported = exportedRecords(() => service.app, exportDocumentRecords, INTERNAL_DATA_KEY)
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

async function fullCompany(word: string) {
  const owner = await ownerWithCompany(service.deps)
  const { _id: companyId } = owner.company
  const [delivery, photo] = [crypto.randomUUID(), crypto.randomUUID()]
  await sql`
    insert into document (id, company_id, title, description, document_type, is_training, file, file_name, size)
    values (gen_random_uuid(), ${companyId}, ${word}, '', 'pdf', false, ${`private/documents/${word}.pdf`}, ${`${word}.pdf`}, 3)`.execute(
    service.db,
  )
  await sql`
    insert into photo_delivery (id, company_id, task_number, task_title, note, photo_count, quota)
    values (${delivery}, ${companyId}, 1042, 'Bread', ${word}, 1, '{}')`.execute(service.db)
  await sql`
    insert into photo (id, company_id, sha256, file, display, thumbnail, content_type, file_name, size, width, height)
    values (${photo}, ${companyId}, ${word}, ${`private/photos/${word}`}, ${`private/photos/${word}-d`}, ${`private/photos/${word}-t`},
      'image/jpeg', 'IMG_1.jpg', 3, 1, 1)`.execute(service.db)
  await sql`
    insert into delivery_photo (delivery_id, photo_id, company_id, task_number)
    values (${delivery}, ${photo}, ${companyId}, 1042)`.execute(service.db)
  return { ...owner, delivery }
}

test('documents, photos and deliveries of one company are exported', async () => {
  const [owner] = [await fullCompany('alpha'), await fullCompany('omega')]
  const records = await exported.every(owner)
  for (const kind of exportKinds.filter(({ service: name }) => name === 'documents')) {
    expect([kind.name, records[kind.name]?.length]).toEqual([kind.name, 1])
    expect([kind.name, ...Value.Errors(kind.record, records[kind.name]?.[0])]).toEqual([kind.name])
  }
  expect(records.photos?.[0]).toMatchObject({ deliveries: [{ deliveryId: owner.delivery, taskNumber: 1042 }] })
  expect(JSON.stringify(records)).not.toContain('omega')
})
