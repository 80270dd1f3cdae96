import type { Migrations } from '@app/chassis/db/migrate.ts'
import { baseline } from './0001-baseline.ts'
import { lastSignIn } from './0002-last-sign-in.ts'

export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-last-sign-in': lastSignIn,
}
