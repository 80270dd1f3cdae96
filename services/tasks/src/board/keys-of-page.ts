import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { patternsOf, taskNumberIn } from './search.ts'
import { keysOfManager, keysOfUnconfirmed, keysWithFindings, keysWithWords, keyWithNumber } from './search-page.repository.ts'
import type { Key } from './task-order.ts'
import { keysOfPage, type Page } from './task-page.repository.ts'

/** Returns the keys of a page. `search` is a task number, or words of the title or of the company's name. */
export function keysOf(db: Kysely<Tables>, page: Page, search: string | undefined): Promise<Key[]> {
  const number = taskNumberIn(search)
  if (number !== undefined) return keyWithNumber(db, page, number)
  const patterns = patternsOf(search)
  if (page.findings) return keysWithFindings(db, page, patterns)
  const { managerId } = page
  if (managerId !== undefined) return keysOfManager(db, { ...page, managerId }, patterns)
  if (patterns) return keysWithWords(db, page, patterns)
  return page.unconfirmed ? keysOfUnconfirmed(db, page) : keysOfPage(db, page)
}
