import type { Migrations } from '@app/chassis/db/migrate.ts'
import { baseline } from './0001-baseline.ts'
import { campaignSearch } from './0002-campaign-search.ts'
import { suspensionNotice } from './0003-suspension-notice.ts'

export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-campaign-search': campaignSearch,
  '0003-suspension-notice': suspensionNotice,
}
