import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { isReferenceImage } from '../files/reference-images.ts'
import { deleteOwnerFiles } from '../quotas/quota.repository.ts'
import type { LockedTask } from '../tasks/task.repository.ts'

/**
 * Called before the reference image of a task is replaced or removed. Returns its key if no other task and no series refers to it. It then
 * no longer counts toward the quota.
 */
export async function releaseImage(trx: Transaction<Tables>, { _id, referenceImage: key }: LockedTask): Promise<string | undefined> {
  if (key === null || (await isReferenceImage(trx, key, _id))) return undefined
  await deleteOwnerFiles(trx, [key])
  return key
}
