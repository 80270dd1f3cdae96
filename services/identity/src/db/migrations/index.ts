import type { Migrations } from '@app/chassis/db/migrate.ts'
import { baseline } from './0001-baseline.ts'

export const migrations: Migrations = {
  '0001-baseline': baseline,
}
