import { lockCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import { quotaRefusal } from '@app/contracts/rules/quotas.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findQuota, insertOwnerFile } from './quota.repository.ts'

interface Addition {
  openTasks?: number
  series?: number
  /** A picture, and the form field in which it was sent. */
  file?: { stored: Pick<StoredFile, 'key' | 'size'>; field: string } | undefined
}

/**
 * Throws 422 if an addition by an owner or colleague would exceed the company's quota. Stores the size of the picture. Locks the company's
 * row, so that concurrent requests cannot exceed the quota together.
 */
export async function requireQuota(trx: Transaction<Tables>, companyId: string, { openTasks, series, file }: Addition): Promise<void> {
  await lockCompany(trx, companyId)
  const quota = await findQuota(trx, companyId)
  if (!quota) throw companyNotFound()
  const refusal = quotaRefusal(quota, { openTasks, series, fileBytes: file?.stored.size })
  if (refusal) {
    const { kind, message } = refusal
    throw new AppError('quota', 'refused', message, kind === 'fileMegabytes' && file ? { errors: [{ field: file.field, message }] } : {})
  }
  if (file) await insertOwnerFile(trx, companyId, file.stored)
}
