import { findCompanyOf } from '@app/chassis/companies/company-projection.ts'
import { type AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedIdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DocumentsDeps, StorageQuota } from '../deps.ts'
import { countStored } from './document.repository.ts'

const megabytes = (bytes: number): string => `${formatNumber(Math.floor(bytes / MEGABYTE))} MB`

async function quotaError(db: Kysely<Tables>, quota: StorageQuota, companyId: string, size: number): Promise<AppError | undefined> {
  const { count, bytes } = await countStored(db, companyId)
  const left = quota.bytes - bytes
  const refused = (message: string) => refusedField('document', message)
  if (count >= quota.count) {
    return refused(`You have shared ${formatNumber(quota.count)} documents, which is the limit. Please remove some first.`)
  }
  if (left <= 0) return refused(`You have shared ${megabytes(quota.bytes)}, which is the limit. Please remove some documents first.`)
  if (size > left) {
    return refused(`You have ${megabytes(left)} left, and this file is larger. Please remove some documents first.`)
  }
  return undefined
}

/** Throws 422 if a document of `size` bytes would exceed the quota. The company's row must be locked, because uploads can be concurrent. */
export async function requireQuota(db: Kysely<Tables>, quota: StorageQuota, companyId: string, size: number): Promise<void> {
  const error = await quotaError(db, quota, companyId, size)
  if (error) throw error
}

/**
 * Throws 422 before the form is read if the owner's company has used up its quota. Does not throw for a retry of a completed upload,
 * because the first attempt may have used up the quota.
 */
export async function refuseWhenFull({ db, quota }: DocumentsDeps, ownerId: string, idempotency: ReceivedIdempotentRequest): Promise<void> {
  const company = await findCompanyOf(db, ownerId)
  const error = company && (await quotaError(db, quota, company.id, 0))
  if (error && !(await idempotency.isAnswered())) throw error
}
