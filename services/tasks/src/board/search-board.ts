import { type searchBoard as contract, FOUND_MAX, type FoundCompany, type FoundTask } from '@app/contracts/http/board-search.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import {
  companiesNamed,
  companiesWithEmail,
  companiesWithPhone,
  newestTasksCaptioned,
  newestTasksTitled,
  type Search,
  tasksCaptioned,
  tasksNumbered,
  tasksTitled,
} from './found.repository.ts'
import { patternsOf, phoneDigitsIn, taskNumberIn } from './search.ts'

type Found = Type.Static<(typeof contract.schema.response)[200]>

/**
 * Returns the companies and tasks that the command palette shows for a search text. `managerId` selects the companies of an account
 * manager.
 */
export async function searchBoard({ db }: TasksDeps, text: string, managerId: string | undefined): Promise<Found> {
  const patterns = patternsOf(text)
  const search = { db, managerId }
  const [companies, tasks] = await Promise.all([findCompanies(search, text, patterns), findTasks(search, text, patterns)])
  return { companies, tasks }
}

/** Returns companies with a matching name, then those with a matching phone number, then those with a matching email address. */
async function findCompanies(search: Search, text: string, patterns: string[] | undefined): Promise<FoundCompany[]> {
  const digits = phoneDigitsIn(text)
  const found = await Promise.all([
    patterns ? companiesNamed(search, patterns) : [],
    digits === undefined ? [] : companiesWithPhone(search, digits),
    // A word without "@" is more likely part of a name than of the address in a profile.
    patterns ? companiesWithEmail(search, patterns, text.includes('@')) : [],
  ])
  return firstOf(found.flat(), ({ _id }) => _id)
}

/**
 * Returns tasks with a matching number, then those with a matching title, then those with a matching caption. If a word is frequent, enough
 * of the newest tasks contain it to fill the list. The slower queries with the trigram indexes are necessary only for rare words.
 */
async function findTasks(search: Search, text: string, patterns: string[] | undefined): Promise<FoundTask[]> {
  const number = taskNumberIn(text)
  let tasks = number === undefined ? [] : await tasksNumbered(search, number)
  if (!patterns) return tasks
  for (const find of [newestTasksTitled, tasksTitled, newestTasksCaptioned, tasksCaptioned]) {
    if (tasks.length === FOUND_MAX) break
    tasks = firstOf([...tasks, ...(await find(search, patterns))], ({ taskId }) => taskId)
  }
  return tasks
}

/** Removes duplicates and returns the first `FOUND_MAX` items. */
const firstOf = <Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] =>
  items.filter((item, at) => items.findIndex((other) => keyOf(other) === keyOf(item)) === at).slice(0, FOUND_MAX)
