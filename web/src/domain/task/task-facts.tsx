import { formatTimeOfDay } from '@app/contracts/format/times.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import { Time } from '../../shared/ui/Time.tsx'
import { AtTime } from './AtTime.tsx'
import type { Brief } from './brief.ts'

export const textFacts = (task: Task, labels: Partial<Brief>) =>
  briefTexts.flatMap((name) => (labels[name] ? { label: labels[name], value: task[name] } : []))

export const dateFact = (date: string | null) => date && <Time value={date} full />

/** A posting date with the posting time of the task, if it has one. */
export const postingFact = (date: string | null, time: TimeOfDay | null) =>
  date && (
    <>
      <Time value={date} full />
      <AtTime time={time} />
    </>
  )

export const timeFact = (time: TimeOfDay | null) => time && formatTimeOfDay(time)

export const pictureFact = (url: string | null, text: string) =>
  url && (
    <a href={url} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
