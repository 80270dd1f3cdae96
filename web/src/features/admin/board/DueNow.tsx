import type { TaskCard } from '@app/contracts/http/board.ts'
import { AfterDate } from '../../../domain/task/AtTime.tsx'
import { useBusinessMinute, useBusinessToday } from '../../../shared/format/use-today.ts'
import { Badge } from '../../../shared/ui/Badge.tsx'
import { isDueNow, postingTimeInWords, type TimedTask } from './posting-time.ts'

type Timed = TimedTask & Pick<TaskCard, 'currentStatus'>

/** Returns whether the posting time of an approved task has come today. The component renders again when it comes. */
export const useDueNow = (task: Timed): boolean => isDueNow(task, useBusinessMinute(), useBusinessToday())

/** The badge of an approved task whose posting time has come. */
export const DueNow = ({ task }: { task: Timed }) => useDueNow(task) && <Badge tone="roll-back">Due now</Badge>

/** Adds the posting time to a posting date, for example ", 9:00 AM". Renders nothing for a task without a time. */
export const AtPostingTime = ({ task }: { task: TimedTask }) => <AfterDate time={postingTimeInWords(task)} />
