import type { Task } from '@app/contracts/http/tasks.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { useId } from 'react'
import { occasions } from '../../../domain/task/occasions.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import SearchBox from '../../../shared/ui/SearchBox.tsx'
import { useSearch } from '../../../shared/ui/use-search.ts'
import styles from './ChooseExample.module.css'
import type { Example } from './filled-texts.ts'

/** Maximum number of previous tasks that the list shows. A search finds the other tasks. */
const TASKS_SHOWN = 20

interface ChooseExampleProps {
  /** All tasks of the company, newest first. */
  tasks: readonly Task[]
  onChoose: (example: Example) => void
  onClose: () => void
}

/** Lists the occasions and the previous tasks from which an owner can start a new task. */
export default function ChooseExample({ tasks, onChoose, onClose }: ChooseExampleProps) {
  const occasionsId = useId()
  return (
    <Dialog title="Start from" onClose={onClose}>
      <div className={styles.choices}>
        <p className={styles.lead}>
          Your choice fills the texts with an example that you can change. Dates and platforms stay as they are.
        </p>
        <section className={styles.group} aria-labelledby={occasionsId}>
          <h3 id={occasionsId}>An occasion</h3>
          <ul className={styles.occasions}>
            {occasions.map(({ label, texts }) => (
              <li key={label}>
                <button type="button" className={styles.choice} onClick={() => onChoose({ name: label, texts })}>
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </section>
        {tasks.length > 0 && <PreviousTasks tasks={tasks} onChoose={onChoose} />}
      </div>
    </Dialog>
  )
}

const textOf = ({ taskId, title }: Task) => `#${taskId} ${title}`

const exampleOf = (task: Task): Example => ({
  name: `#${task.taskId} ${task.title}`,
  texts: Object.fromEntries(briefTexts.map((name) => [name, task[name]])),
})

function PreviousTasks({ tasks, onChoose }: Pick<ChooseExampleProps, 'tasks' | 'onChoose'>) {
  const id = useId()
  const search = useSearch(tasks, textOf)
  const shown = search.found.slice(0, TASKS_SHOWN)
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>A previous task</h3>
      <SearchBox label="Search by number or title" search={search} />
      <ul className={styles.tasks}>
        {shown.map((task) => (
          <li key={task._id}>
            <button type="button" className={styles.choice} onClick={() => onChoose(exampleOf(task))}>
              <span className={styles.title}>{task.title}</span>
              <span className={styles.number}>#{task.taskId}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < search.found.length && <p className={styles.lead}>These are the {TASKS_SHOWN} newest. Search for the others.</p>}
    </section>
  )
}
