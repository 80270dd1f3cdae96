import type { Migrations } from '@app/chassis/db/migrate.ts'
import { baseline } from './0001-baseline.ts'
import { reviewLinkOfMail } from './0002-review-link-of-mail.ts'
import { partsOfMail } from './0005-parts-of-mail.ts'

export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-review-link-of-mail': reviewLinkOfMail,
  '0005-parts-of-mail': partsOfMail,
}
