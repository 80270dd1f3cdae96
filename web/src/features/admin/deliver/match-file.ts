import type { BoardTask } from '@app/contracts/http/board.ts'

interface Match {
  task: BoardTask
  by: 'number' | 'title'
}

/** Returns the words of a text without accents and punctuation, separated and surrounded by spaces. */
export const wordsIn = (text: string): string => {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return ` ${plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `
}

export const withoutExtension = (name: string): string => (name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name)

const numbersIn = (text: string, pattern: RegExp): number[] => [...text.matchAll(pattern)].map(([, digits]) => Number(digits))

const byNumber = (tasks: readonly BoardTask[], numbers: readonly number[]): Match | undefined => {
  const found = tasks.filter(({ taskId }) => numbers.includes(taskId))
  return found.length === 1 && found[0] ? { task: found[0], by: 'number' } : undefined
}

/** Finds the task with the longest title in the name. If several tasks have this title, the name must also contain the company's name. */
function byTitle(tasks: readonly BoardTask[], name: string): Match | undefined {
  const titled = tasks.filter(({ title }) => wordsIn(title).trim() !== '' && name.includes(wordsIn(title)))
  const longest = Math.max(...titled.map(({ title }) => wordsIn(title).length))
  const best = titled.filter(({ title }) => wordsIn(title).length === longest)
  const found = best.length > 1 ? best.filter(({ companyName }) => name.includes(wordsIn(companyName))) : best
  return found.length === 1 && found[0] ? { task: found[0], by: 'title' } : undefined
}

/**
 * Returns the task that a file name names, by the first rule that finds exactly one task: a number with a number sign (`#12`), the title of
 * the task, or a number (`12`). Returns undefined if no rule does.
 */
export function matchFile(fileName: string, tasks: readonly BoardTask[]): Match | undefined {
  const name = withoutExtension(fileName)
  return (
    byNumber(tasks, numbersIn(name, /#(\d{1,15})(?!\d)/g)) ?? byTitle(tasks, wordsIn(name)) ?? byNumber(tasks, numbersIn(name, /(\d+)/g))
  )
}
