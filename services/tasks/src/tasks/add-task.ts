import type { Company } from '@app/chassis/companies/company-projection.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskCreated } from '@app/contracts/events/tasks.ts'
import type { Role } from '@app/contracts/http/identity.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import type { Brief } from './brief.ts'
import { eventPayload } from './event-payload.ts'
import { insertTask } from './task.repository.ts'
import { toTask } from './task-row.ts'

interface Addition {
  brief: Brief
  referenceImage: string | undefined
  createdBy: Role
}

export async function addTask(
  trx: Transaction<Tables>,
  { store }: TasksDeps,
  company: Company,
  { brief, referenceImage, createdBy }: Addition,
): Promise<Task> {
  const row = await insertTask(trx, {
    ...brief,
    id: uuidv7(),
    company_id: company.id,
    reference_image: referenceImage ?? null,
    created_by: createdBy,
  })
  const payload = eventPayload({ ...row, ownerId: company.ownerId, companyName: company.name }, store.publicUrl)
  await addEvent(trx, TaskCreated, { aggregateId: row._id, version: row.version, data: { ...payload, createdBy } })
  return toTask(row, store.publicUrl)
}
