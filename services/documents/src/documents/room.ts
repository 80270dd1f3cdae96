import { findCompanyOf } from '@app/chassis/companies/company-projection.ts'
import { type AppError, refusedField } from '@app/chassis/errors.ts'
import type { ReceivedIdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DocumentsDeps, Room } from '../deps.ts'
import { sharedBy } from './document.repository.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const megabytes = (bytes: number): string => `${whole.format(Math.floor(bytes / MEGABYTE))} MB`

/** A 422 that says what to do where a company has no room for so many bytes more. */
async function refusalOf(db: Kysely<Tables>, room: Room, companyId: string, size: number): Promise<AppError | undefined> {
  const { count, bytes } = await sharedBy(db, companyId)
  const left = room.bytes - bytes
  const refused = (message: string) => refusedField('document', message)
  if (count >= room.count) {
    return refused(`You have shared ${whole.format(room.count)} documents, the most there is room for. Please remove some first.`)
  }
  if (left <= 0) return refused(`You have shared ${megabytes(room.bytes)}, the most there is room for. Please remove some documents first.`)
  if (size > left) {
    return refused(`There is room for ${megabytes(left)} more, and this file is larger. Please remove some documents first.`)
  }
  return undefined
}

/** Throws where there is no room. Only who holds the company's row can rely on it. */
export async function requireRoom(db: Kysely<Tables>, room: Room, companyId: string, size: number): Promise<void> {
  const refusal = await refusalOf(db, room, companyId, size)
  if (refusal) throw refusal
}

/** Refuses an upload before its bytes come where there is room for none; not one that has been answered, perhaps as the last that fitted. */
export async function refuseWhenFull({ db, room }: DocumentsDeps, ownerId: string, once: ReceivedIdempotentRequest): Promise<void> {
  const company = await findCompanyOf(db, ownerId)
  const refusal = company && (await refusalOf(db, room, company.id, 0))
  if (refusal && !(await once.isAnswered())) throw refusal
}
