import type { Task } from '@app/contracts/http/tasks.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { Time } from '../ui/Time.tsx'
import type { Brief } from './brief.ts'

/** Those texts of a task that have a label, as facts. */
export const textFacts = (task: Task, labels: Partial<Brief>) =>
  briefTexts.flatMap((name) => (labels[name] ? { label: labels[name], value: task[name] } : []))

/** A calendar date as a fact's value, or nothing. */
export const dateFact = (date: string | null) => date && <Time value={date} />

/** A link to a picture that opens by itself, or nothing. */
export const pictureFact = (address: string | null, text: string) =>
  address && (
    <a href={address} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
