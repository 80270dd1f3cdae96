import { type searchBoard as contract, FOUND_MAX, type FoundTask } from '@app/contracts/http/board-search.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { companiesNamed, newestTasksTitled, tasksNumbered, tasksTitled } from './found.repository.ts'
import { patternsOf, taskNumberIn } from './search.ts'

type Found = Type.Static<(typeof contract.schema.response)[200]>

/** Returns the companies and tasks that the command palette shows for a search text. */
export async function searchBoard({ db }: TasksDeps, search: string): Promise<Found> {
  const number = taskNumberIn(search)
  const patterns = patternsOf(search)
  const [companies, numbered, newest] = await Promise.all([
    patterns ? companiesNamed(db, patterns) : [],
    number === undefined ? [] : tasksNumbered(db, number),
    patterns ? newestTasksTitled(db, patterns) : [],
  ])
  const tasks = firstOf([...numbered, ...newest])
  // If a word is frequent, enough of the newest tasks contain it to fill the list. The slower query with the trigram index is necessary
  // only for rare words.
  if (tasks.length === FOUND_MAX || !patterns) return { companies, tasks }
  return { companies, tasks: firstOf([...tasks, ...(await tasksTitled(db, patterns))]) }
}

/** Removes duplicates and returns the first `FOUND_MAX` tasks. */
const firstOf = (tasks: readonly FoundTask[]): FoundTask[] =>
  [...new Map(tasks.map((task) => [task.taskId, task])).values()].slice(0, FOUND_MAX)
