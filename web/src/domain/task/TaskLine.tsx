import type { Task } from '@app/contracts/http/tasks.ts'
import type { ReactNode } from 'react'
import styles from './TaskLine.module.css'
import { TaskThumbnail } from './TaskThumbnail.tsx'

interface TaskLineProps {
  task: Pick<Task, 'title' | 'doneTaskImage' | 'doneTaskThumbnail'>
  /** Facts below the title. */
  children: ReactNode
}

/** A task in a list or table: its small picture beside its title and facts. */
export const TaskLine = ({ task, children }: TaskLineProps) => (
  <span className={styles.line}>
    <TaskThumbnail task={task} className={styles.picture} />
    <span className={styles.words}>
      <span className={styles.title}>{task.title}</span>
      {children}
    </span>
  </span>
)

/** A fact below the title of a task, in small type. */
export const SmallFact = ({ children }: { children: ReactNode }) => <span className={styles.fact}>{children}</span>
