import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A change of a file. It replaces a text, which must exist, or appends a text. */
interface Edit {
  file: string
  replace?: string
  by: string
}

/** Changes of a later release: a new column and task field, a new event type with publisher and consumer, and a new enumeration value. */
const later: readonly Edit[] = [
  {
    file: 'services/tasks/src/db/migrations/index.ts',
    by: `
import { sql as laterSql } from 'kysely'
Object.assign(migrations, { '0099-later': { up: (db) => laterSql\`alter table task add column later text not null default 'later'\`.execute(db) } })
`,
  },
  {
    file: 'contracts/src/http/tasks.ts',
    replace: '  currentStatus: TaskStatus,\n  ...',
    by: '  currentStatus: TaskStatus,\n  later: Type.String(),\n  ...',
  },
  {
    file: 'contracts/src/events/tasks.ts',
    by: `
export const TaskNoted = defineEvent({ type: 'tasks.task-noted.v1', summary: 'Later', aggregate: 'task', data: Type.Object(fact) })
`,
  },
  { file: 'contracts/src/events/tasks.ts', replace: 'createdBy: Role', by: "createdBy: Type.Union([Role, Type.Literal('import')])" },
  {
    file: 'services/tasks/src/tasks/add-task.ts',
    replace: 'data: { ...payload, createdBy } })',
    by: `data: { ...payload, createdBy: row.title.startsWith('approved') ? 'import' : createdBy } })
  await addEvent(trx, TaskNoted, { aggregateId: row._id, version: row.version, data: payload })`,
  },
  { file: 'services/tasks/src/tasks/add-task.ts', replace: 'import { TaskCreated }', by: 'import { TaskCreated, TaskNoted }' },
  {
    file: 'services/notifications/src/reactions/task-events.ts',
    replace: 'on(TaskRemoved, ',
    by: "on(TaskNoted, (trx, event) => effects(trx, event, { admins: 'It was noted.' })), on(TaskRemoved, ",
  },
  { file: 'services/notifications/src/reactions/task-events.ts', replace: '  TaskRemoved,\n', by: '  TaskRemoved,\n  TaskNoted,\n' },
]

async function edit({ file, replace, by }: Edit, folder: string): Promise<void> {
  const path = join(folder, file)
  const before = await readFile(path, 'utf8')
  if (replace !== undefined && !before.includes(replace))
    throw new Error(`${file} does not contain "${replace}" any more. Update the list \`later\` in later-code.ts.`)
  await writeFile(path, replace === undefined ? before + by : before.replace(replace, by))
}

export async function turnIntoLaterRelease(folder: string): Promise<void> {
  for (const each of later) await edit(each, folder)
}
