import { refusedField } from '@app/chassis/errors.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Room } from '../deps.ts'
import { sharedBy } from './document.repository.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const megabytes = (bytes: number): string => `${whole.format(Math.floor(bytes / MEGABYTE))} MB`

/** Throws a 422 that says what to do where a company has no room for so many bytes more. */
export async function requireRoom(db: Kysely<Tables>, room: Room, companyId: string, size: number): Promise<void> {
  const { count, bytes } = await sharedBy(db, companyId)
  const left = room.bytes - bytes
  if (count >= room.count) {
    throw refusedField(
      'document',
      `You have shared ${whole.format(room.count)} documents, the most there is room for. Please remove some first.`,
    )
  }
  if (left <= 0) {
    throw refusedField(
      'document',
      `You have shared ${megabytes(room.bytes)}, the most there is room for. Please remove some documents first.`,
    )
  }
  if (size > left) {
    throw refusedField(
      'document',
      `There is room for ${megabytes(left)} more, and this file is larger. Please remove some documents first.`,
    )
  }
}
