import type { Migrations } from '@app/chassis/db/migrate.ts'
import { baseline } from './0001-baseline.ts'
import { customerNotes } from './0002-customer-notes.ts'

export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-customer-notes': customerNotes,
}
