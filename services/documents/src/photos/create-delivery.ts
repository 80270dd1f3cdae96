import { companyNotFound, type Owner, ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { createPhotoDelivery as contract, PhotoDelivery } from '@app/contracts/http/photos.ts'
import { PHOTOS_MAX, TOO_MANY_PHOTOS } from '@app/contracts/rules/photos.ts'
import type { Quota } from '@app/contracts/rules/quotas.ts'
import type * as Type from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { DocumentsDeps } from '../deps.ts'
import { askQuota, askTask } from './ask-tasks.ts'
import { insertDelivery } from './delivery.repository.ts'
import { requirePhotoQuota } from './photo-quota.ts'
import { lockStorage } from './photo-storage.repository.ts'

type NewDelivery = Type.Static<typeof contract.schema.body>

const taskNotFound = (): AppError => new AppError('task-not-found', 'not-found', 'Task not found')

/** Returns the quota without the photos, which this service counts itself. */
const withoutPhotos = ({ usage: { photoBytes = 0, ...usage }, ...quota }: Quota): Quota => ({
  ...quota,
  usage: { ...usage, fileBytes: Math.max(0, usage.fileBytes - photoBytes) },
})

/**
 * Begins a delivery of photos. `tasks` is asked only here: the title of the task and the quota are stored with the delivery. Throws 404 for
 * another company and for a task of another company. Throws 422 if there are too many photos, or if the quota is already used up.
 */
export async function createDelivery(
  deps: DocumentsDeps,
  owner: Owner,
  { companyProfileId, note = '', taskId, count }: NewDelivery,
  idempotency: IdempotentRequest,
): Promise<PhotoDelivery> {
  if (count > PHOTOS_MAX) throw refusedField('count', TOO_MANY_PHOTOS)
  const { id: companyId } = await ownCompany(deps, owner, companyProfileId)
  const [quota, task] = await Promise.all([
    askQuota(deps.tasksUrl, owner.authorization, companyId),
    taskId === undefined ? undefined : askTask(deps.tasksUrl, owner.authorization, taskId),
  ])
  if (!quota) throw companyNotFound()
  if (taskId !== undefined && task?.companyProfileId !== companyId) throw taskNotFound()
  const ofDelivery = withoutPhotos(quota)
  return inTransaction(deps.db, async (trx) => {
    const { bytes } = await lockStorage(trx, companyId)
    requirePhotoQuota(ofDelivery, bytes, 1, 'count')
    const delivery = await insertDelivery(trx, {
      id: uuidv7(),
      company_id: companyId,
      task_number: task?.taskId ?? null,
      task_title: task?.title ?? null,
      note: note.trim(),
      photo_count: count,
      quota: JSON.stringify(ofDelivery),
    })
    return idempotency.storeResponse(trx, { ...delivery, photos: [] })
  })
}
