import type { Delivery } from './deliveries.ts'
import { withoutExtension, wordsIn } from './match-file.ts'

/** A row of a pasted table, with the preview that it names. */
export interface MatchedCaption {
  name: string
  caption: string
  /** The first file of the preview. Undefined if the row cannot be used. */
  delivery?: Delivery
  /** The reason why the row cannot be used. Empty if it can. */
  problem: string
}

/** Headings that people copy with the table. */
const HEADINGS = new Set(['file', 'file name', 'filename', 'task', 'task title', 'title', 'name'])

const isHeading = ([name = '', caption = '']: readonly string[]): boolean =>
  HEADINGS.has(wordsIn(name).trim()) && wordsIn(caption).trim() === 'caption'

const previewKey = ({ task, file }: Delivery): unknown => task?._id ?? file

/** Ways in which a name in the table can name a file. The first one that finds a file counts. */
const rules: readonly ((delivery: Delivery, name: string) => boolean)[] = [
  ({ file }, name) => file.name.toLowerCase() === name.toLowerCase(),
  ({ task }, name) => task !== undefined && name.replace(/^#/, '') === String(task.taskId),
  ({ file }, name) => wordsIn(withoutExtension(file.name)) === wordsIn(name),
  ({ task }, name) => task !== undefined && wordsIn(task.title) === wordsIn(name),
  ({ task }, name) =>
    task !== undefined &&
    [`${task.title} ${task.companyName}`, `${task.companyName} ${task.title}`].some((words) => wordsIn(words) === wordsIn(name)),
]

/** Finds the files of each row: by file name, by the number of the task, or by its title. */
function find(name: string, deliveries: readonly Delivery[]): readonly Delivery[] {
  if (wordsIn(name).trim() === '') return []
  for (const rule of rules) {
    const found = deliveries.filter((delivery) => rule(delivery, name))
    if (found.length > 0) return found
  }
  return []
}

/** Finds the preview of each row of a pasted table: a file name or a task title, and a caption. A row with headings is left out. */
export function matchCaptions(rows: readonly string[][], deliveries: readonly Delivery[]): MatchedCaption[] {
  const open = deliveries.filter(({ state }) => state !== 'delivered')
  const used = new Set<unknown>()
  return rows
    .filter((row, at) => at > 0 || !isHeading(row))
    .map(([first = '', second = '']) => {
      const [name, caption] = [first.trim(), second.trim()]
      const unusable = (problem: string) => ({ name, caption, problem })
      if (caption === '') return unusable('There is no caption. Copy two columns: name and caption.')
      const found = find(name, open)
      const keys = new Set(found.map(previewKey))
      const [delivery] = found
      if (!delivery) return unusable('No file or task has this name.')
      if (keys.size > 1) return unusable('Several files or tasks have this name. Use the file name, or the number of the task.')
      const key = previewKey(delivery)
      if (used.has(key)) return unusable('Another row already has a caption for this preview.')
      used.add(key)
      return { name, caption, delivery, problem: '' }
    })
}
