import type { Task } from '@app/contracts/http/tasks.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { Time } from '../../shared/ui/Time.tsx'
import type { Brief } from './brief.ts'

export const textFacts = (task: Task, labels: Partial<Brief>) =>
  briefTexts.flatMap((name) => (labels[name] ? { label: labels[name], value: task[name] } : []))

export const dateFact = (date: string | null) => date && <Time value={date} full />

export const pictureFact = (url: string | null, text: string) =>
  url && (
    <a href={url} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
