import { createHash } from 'node:crypto'
import { Task } from '@app/contracts/http/tasks.ts'
import { type PublicUrl, type TaskRow, toTask } from './task-row.ts'

/** Increase this number if `toTask` changes its result and the contract's schema stays the same. */
const REVISION = 2

export interface TaskSerializer {
  /** Identifies the output format. Serializers with the same formatHash return the same JSON for a row. */
  formatHash: string
  serialize(row: TaskRow): string
}

export const taskSerializer = (publicUrl: PublicUrl): TaskSerializer => ({
  formatHash: createHash('sha256')
    .update(JSON.stringify([REVISION, Task]))
    .digest('base64url')
    .slice(0, 8),
  serialize: (row) => JSON.stringify(toTask(row, publicUrl)),
})
