import { messageMigrations } from '@app/chassis/db/message-tables.ts'
import type { Migrations } from '@app/chassis/db/migrate.ts'
import { idempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { sweepTable } from '@app/chassis/storage/sweep.ts'
import { tasks } from './0001-tasks.ts'
import { tally } from './0005-tally.ts'
import { tallyFilled } from './0005-tally-filled.ts'
import { board } from './0006-board.ts'
import { boardIndexes } from './0006-board-indexes.ts'
import { taskJson } from './0007-task-json.ts'
import { taskJsonFilled } from './0007-task-json-filled.ts'
import { listTags } from './0008-list-tags.ts'
import { listTagsFilled } from './0008-list-tags-filled.ts'
import { taskSerialized } from './0009-task-serialized.ts'
import { listTagOnly } from './0010-list-tag-only.ts'

export const migrations: Migrations = {
  ...messageMigrations,
  '0001-tasks': tasks,
  '0002-sweep': sweepTable,
  '0004-idempotency-keys': idempotencyKeyTable,
  '0005-tally': tally,
  '0005-tally-filled': tallyFilled,
  '0006-board': board,
  '0006-board-indexes': boardIndexes,
  '0007-task-json': taskJson,
  '0007-task-json-filled': taskJsonFilled,
  '0008-list-tags': listTags,
  '0008-list-tags-filled': listTagsFilled,
  '0009-task-serialized': taskSerialized,
  '0010-list-tag-only': listTagOnly,
}
