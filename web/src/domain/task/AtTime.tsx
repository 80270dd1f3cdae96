import { formatTimeOfDay } from '@app/contracts/format/times.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import styles from './AtTime.module.css'

/** A time of day in words after a date, for example ", 9:00 AM EST". The time stays on one line. Renders nothing without a time. */
export const AfterDate = ({ time }: { time: string | null | undefined }) =>
  time ? (
    <>
      , <span className={styles.time}>{time}</span>
    </>
  ) : null

/** Adds the posting time to a posting date, for example ", 9:00 AM". Renders nothing for a task without a time. */
export const AtTime = ({ time }: { time: TimeOfDay | null | undefined }) => <AfterDate time={time && formatTimeOfDay(time)} />
