import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyAsLaterRelease } from '../faults/fleet/code.ts'

it('all changes of the simulated later release fit to the current code', { tags: 'nightly' }, async () => {
  const { folder, stop } = await copyAsLaterRelease()
  try {
    const reactions = await readFile(join(folder, 'services/notifications/src/reactions/task-events.ts'), 'utf8')
    expect(reactions).toContain('on(TaskNoted, ')
  } finally {
    await stop()
  }
})
