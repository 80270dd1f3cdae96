import { formatPhone, telUrl } from '@app/contracts/format/phone.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import type { CallTask } from '@app/contracts/http/monday.ts'
import { Building2 } from 'lucide-react'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { Link } from '../../../shared/ui/Link.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { AtPostingTime, useDueNow } from '../board/DueNow.tsx'
import { lateInWords, nextStepDate, owesPreview } from '../board/due-dates.ts'
import { useLeading } from '../use-place.ts'
import styles from './TaskRow.module.css'

/** A row that leads to a task and to its company. A task whose client must be called also has the phone number of the company. */
export function TaskRow({ task }: { task: BoardTask | CallTask }) {
  const leading = useLeading()
  const phone = 'phone' in task ? task.phone : ''
  return (
    <li className={styles.row}>
      <Link className={styles.task} {...leading('task', String(task.taskId))}>
        <span className={styles.title}>{task.title}</span>
        <span className={styles.facts}>
          #{task.taskId} · {task.companyName} <NextStep task={task} />
        </span>
      </Link>
      <Link
        className={styles.company}
        {...leading('company', task.companyProfileId)}
        aria-label={`Company: ${task.companyName}`}
        title={task.companyName}
      >
        <Building2 aria-hidden="true" />
      </Link>
      {phone && (
        <a className={styles.phone} href={telUrl(phone)} aria-label={`Call ${task.companyName}: ${formatPhone(phone)}`}>
          {formatPhone(phone)}
        </a>
      )}
    </li>
  )
}

/** The date of the next step, or how late the step is. */
function NextStep({ task }: { task: BoardTask }) {
  const today = useBusinessToday()
  const isDueNow = useDueNow(task)
  const late = isDueNow ? 'Due now' : lateInWords(task, today)
  if (late) return <span className={styles.late}>{late}</span>
  const date = nextStepDate(task)
  return (
    date && (
      <span className={styles.when}>
        <Time value={date} />
        {!owesPreview(task) && <AtPostingTime task={task} />}
      </span>
    )
  )
}
