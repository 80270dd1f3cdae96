import type { Migrations } from '@app/chassis/db/migrate.ts'
import { baseline } from './0001-baseline.ts'
import { reviewLinkOfMail } from './0002-review-link-of-mail.ts'
import { bouncedAddress } from './0003-bounced-address.ts'
import { reminders } from './0004-reminders.ts'
import { partsOfMail } from './0005-parts-of-mail.ts'
import { taskEmails } from './0006-task-emails.ts'
import { colleagues } from './0007-colleagues.ts'
import { mailToColleague } from './0008-mail-to-colleague.ts'

export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-review-link-of-mail': reviewLinkOfMail,
  '0003-bounced-address': bouncedAddress,
  '0004-reminders': reminders,
  '0005-parts-of-mail': partsOfMail,
  '0006-task-emails': taskEmails,
  '0007-colleagues': colleagues,
  '0008-mail-to-colleague': mailToColleague,
}
