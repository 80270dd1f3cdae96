import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import { type ReactNode, useId } from 'react'
import { moveAmongCards } from '../../../shared/ui/move-among-cards.ts'
import styles from './TaskSections.module.css'

export interface Section {
  key: string
  heading: ReactNode
  tasks: readonly BoardTask[]
}

interface TaskSectionsProps {
  sections: readonly Section[]
  /** Whether the list has more tasks than are loaded. The number of tasks of the last section is then unknown. */
  hasMore: boolean
  card: (task: BoardTask) => ReactNode
}

/** A list of task cards with headings. Arrow keys move between the cards of all sections. */
export function TaskSections({ sections, hasMore, card }: TaskSectionsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus, and the arrow keys move it between them
    <div className={styles.sections} onKeyDown={moveAmongCards}>
      {sections.map(({ key, heading, tasks }, at) => (
        <TaskSection key={key} heading={heading} count={hasMore && at === sections.length - 1 ? undefined : tasks.length}>
          {tasks.map((task) => (
            <li key={task._id} className={styles.cell}>
              {card(task)}
            </li>
          ))}
        </TaskSection>
      ))}
    </div>
  )
}

function TaskSection({ heading, count, children }: { heading: ReactNode; count: number | undefined; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={heading ? id : undefined}>
      {heading && (
        <h3 className={styles.heading} id={id}>
          {heading} {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
        </h3>
      )}
      <ul className={styles.grid}>{children}</ul>
    </section>
  )
}
