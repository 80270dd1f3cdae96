import { type searchBoard as contract, FOUND_MAX, type FoundCompany, type FoundTask } from '@app/contracts/http/board-search.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import {
  companiesNamed,
  companiesWithEmail,
  companiesWithPhone,
  newestTasksCaptioned,
  newestTasksTitled,
  tasksCaptioned,
  tasksNumbered,
  tasksTitled,
} from './found.repository.ts'
import { patternsOf, phoneDigitsIn, taskNumberIn } from './search.ts'

type Found = Type.Static<(typeof contract.schema.response)[200]>

/** Returns the companies and tasks that the command palette shows for a search text. */
export async function searchBoard({ db }: TasksDeps, search: string): Promise<Found> {
  const patterns = patternsOf(search)
  const [companies, tasks] = await Promise.all([findCompanies(db, search, patterns), findTasks(db, search, patterns)])
  return { companies, tasks }
}

/** Returns companies with a matching name, then those with a matching phone number, then those with a matching email address. */
async function findCompanies(db: TasksDeps['db'], search: string, patterns: string[] | undefined): Promise<FoundCompany[]> {
  const digits = phoneDigitsIn(search)
  const found = await Promise.all([
    patterns ? companiesNamed(db, patterns) : [],
    digits === undefined ? [] : companiesWithPhone(db, digits),
    // A word without "@" is more likely part of a name than of the address in a profile.
    patterns ? companiesWithEmail(db, patterns, search.includes('@')) : [],
  ])
  return firstOf(found.flat(), ({ _id }) => _id)
}

/**
 * Returns tasks with a matching number, then those with a matching title, then those with a matching caption. If a word is frequent, enough
 * of the newest tasks contain it to fill the list. The slower queries with the trigram indexes are necessary only for rare words.
 */
async function findTasks(db: TasksDeps['db'], search: string, patterns: string[] | undefined): Promise<FoundTask[]> {
  const number = taskNumberIn(search)
  let tasks = number === undefined ? [] : await tasksNumbered(db, number)
  if (!patterns) return tasks
  for (const find of [newestTasksTitled, tasksTitled, newestTasksCaptioned, tasksCaptioned]) {
    if (tasks.length === FOUND_MAX) break
    tasks = firstOf([...tasks, ...(await find(db, patterns))], ({ taskId }) => taskId)
  }
  return tasks
}

/** Removes duplicates and returns the first `FOUND_MAX` items. */
const firstOf = <Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] =>
  items.filter((item, at) => items.findIndex((other) => keyOf(other) === keyOf(item)) === at).slice(0, FOUND_MAX)
