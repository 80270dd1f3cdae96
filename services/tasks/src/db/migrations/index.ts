import type { Migrations } from '@app/chassis/db/migrate.ts'
import { baseline } from './0001-baseline.ts'
import { previews } from './0002-previews.ts'
import { taskWithoutPreview } from './0003-task-without-preview.ts'
import { reviewLinks } from './0004-review-links.ts'
import { taskThumbnail } from './0005-task-thumbnail.ts'
import { decisionRecord } from './0006-decision-record.ts'
import { notes } from './0007-notes.ts'
import { reminders } from './0008-reminders.ts'
import { taskSeries } from './0009-task-series.ts'
import { taskOccurrences } from './0010-task-occurrences.ts'
import { taskWithoutSeries } from './0011-task-without-series.ts'
import { companyFacts } from './0012-company-facts.ts'
import { companyFactsFilled } from './0013-company-facts-filled.ts'
import { taskTurns } from './0014-task-turns.ts'
import { previewNotes } from './0015-preview-notes.ts'
import { waitingBoard } from './0016-waiting-board.ts'
import { colleagues } from './0017-colleagues.ts'
import { calendar } from './0018-calendar.ts'
import { taskDates } from './0019-task-dates.ts'
import { taskDatesFilled } from './0020-task-dates-filled.ts'
import { quotas } from './0021-quotas.ts'
import { unconfirmedOwners } from './0022-unconfirmed-owners.ts'
import { returningColleagues } from './0024-returning-colleagues.ts'
import { draftNeedsCheck } from './0025-draft-needs-check.ts'
import { codesAndRecordKeys } from './0026-codes-and-record-keys.ts'
import { reviewLinkOfRecipient } from './0029-review-link-of-recipient.ts'
import { adminSearch } from './0032-admin-search.ts'

export const migrations: Migrations = {
  '0001-baseline': baseline,
  '0002-previews': previews,
  '0003-task-without-preview': taskWithoutPreview,
  '0004-review-links': reviewLinks,
  '0005-task-thumbnail': taskThumbnail,
  '0006-decision-record': decisionRecord,
  '0007-notes': notes,
  '0008-reminders': reminders,
  '0009-task-series': taskSeries,
  '0010-task-occurrences': taskOccurrences,
  '0011-task-without-series': taskWithoutSeries,
  '0012-company-facts': companyFacts,
  '0013-company-facts-filled': companyFactsFilled,
  '0014-task-turns': taskTurns,
  '0015-preview-notes': previewNotes,
  '0016-waiting-board': waitingBoard,
  '0017-colleagues': colleagues,
  '0018-calendar': calendar,
  '0019-task-dates': taskDates,
  '0020-task-dates-filled': taskDatesFilled,
  '0021-quotas': quotas,
  '0022-unconfirmed-owners': unconfirmedOwners,
  '0024-returning-colleagues': returningColleagues,
  '0025-draft-needs-check': draftNeedsCheck,
  '0026-codes-and-record-keys': codesAndRecordKeys,
  '0029-review-link-of-recipient': reviewLinkOfRecipient,
  '0032-admin-search': adminSearch,
}
