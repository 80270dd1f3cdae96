import type { Task } from '@app/contracts/http/tasks.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { Time } from '../ui/Time.tsx'
import type { Brief } from './brief.ts'

/** Returns the texts of a task that have a label, as facts. */
export const textFacts = (task: Task, labels: Partial<Brief>) =>
  briefTexts.flatMap((name) => (labels[name] ? { label: labels[name], value: task[name] } : []))

/** Returns a calendar date as the value of a fact; null if there is no date. */
export const dateFact = (date: string | null) => date && <Time value={date} />

/** Returns a link to a picture, which opens in a new tab; null if there is no picture. */
export const pictureFact = (url: string | null, text: string) =>
  url && (
    <a href={url} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
