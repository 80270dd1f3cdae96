import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type ListedRow, rowsNumbered } from './list.repository.ts'
import { toTask } from './task-row.ts'

/** Some 13,000 tasks of usual length. */
const MOST_CHARACTERS = 16 * 1024 * 1024
/** Many go at once: a map is slow to find its oldest entry where others went before it. */
const LEFT_CHARACTERS = 14 * 1024 * 1024

interface Kept {
  /** Of the row that it was written from. */
  stamp: string
  json: string
}

/**
 * Tasks as JSON. Those that were listed before are kept with the stamps of their rows: reading all columns of a row and writing
 * them out again would cost a list most of its time (ADR 0048). What has been kept longest goes when it is too much.
 */
export function taskTexts(db: Kysely<Tables>, publicUrl: (key: string) => string) {
  const kept = new Map<number, Kept>()
  let characters = 0

  function forget(taskId: number): void {
    characters -= kept.get(taskId)?.json.length ?? 0
    kept.delete(taskId)
  }

  function keep(taskId: number, text: Kept): void {
    forget(taskId)
    kept.set(taskId, text)
    characters += text.json.length
    if (characters > MOST_CHARACTERS) makeRoom()
  }

  function makeRoom(): void {
    for (const oldest of kept.keys()) {
      forget(oldest)
      if (characters <= LEFT_CHARACTERS) return
    }
  }

  function known({ taskId, stamp }: ListedRow): string | undefined {
    const text = kept.get(taskId)
    return text?.stamp === stamp ? text.json : undefined
  }

  async function read(rows: readonly ListedRow[]): Promise<Map<number, string>> {
    const numbers = rows.map(({ taskId }) => taskId)
    const texts = new Map<number, string>()
    for (const { stamp, ...row } of await rowsNumbered(db, numbers)) {
      const json = JSON.stringify(toTask(row, publicUrl))
      keep(row.taskId, { stamp, json })
      texts.set(row.taskId, json)
    }
    return texts
  }

  /** What these rows are answered as; nothing of one that was removed in this moment. */
  return async (rows: readonly ListedRow[]): Promise<string[]> => {
    const found = rows.map(known)
    const missing = rows.filter((_, at) => found[at] === undefined)
    if (missing.length === 0) return found as string[]
    const texts = await read(missing)
    return rows.flatMap(({ taskId }, at) => found[at] ?? texts.get(taskId) ?? [])
  }
}
