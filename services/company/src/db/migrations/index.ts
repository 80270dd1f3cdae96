import type { Migrations } from '@app/chassis/db/migrate.ts'
import { baseline } from './0001-baseline.ts'
import { timeZone } from './0002-time-zone.ts'

export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-time-zone': timeZone,
}
