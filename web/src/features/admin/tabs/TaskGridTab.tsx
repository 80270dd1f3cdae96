import { type TaskSort, turns } from '@app/contracts/http/board.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { BoardList } from '../board/BoardList.tsx'
import { ChoiceChips, ChoiceLink } from '../board/ChoiceChips.tsx'
import { FINDINGS_LIST, findingsInWords } from '../board/counts.ts'
import { countsQuery, useTasks } from '../board/queries.ts'
import type { TaskFilter } from '../board/task-order.ts'
import { useChoiceInUrl } from '../board/use-choice-in-url.ts'
import { type Sorts, useListOptions } from '../board/use-list-options.ts'
import { useManager } from '../board/use-manager.ts'
import { type ListTabId, listed } from '../tabs.ts'
import { useTaskSequence } from '../task-sequence.ts'
import { UnconfirmedTasks } from '../unconfirmed/UnconfirmedAccounts.tsx'
import { DeliverFiles } from './DeliverFiles.tsx'
import { byPeriod } from './sections.tsx'
import { TaskGrid } from './TaskGrid.tsx'
import { TurnFilter } from './TurnFilter.tsx'
import styles from './tabs.module.css'

const nothing: Record<ListTabId, string> = {
  total: 'No tasks yet.',
  pending: 'No pending tasks.',
  'refer-back': 'No tasks were referred back.',
  approved: 'No approved tasks.',
}
const NO_FINDINGS = 'No preview has open findings.'
const nothingOfTurn = { admin: 'We owe no previews.', owner: 'No preview is waiting for a company.' } as const

const ofOneStatus: Sorts<TaskSort> = { default: 'Due date', newest: 'Newest first' }

const sorts: Record<ListTabId, Sorts<TaskSort>> = {
  total: { default: 'Status', newest: 'Newest first', review: 'Review date', target: 'Posting date' },
  pending: ofOneStatus,
  'refer-back': ofOneStatus,
  approved: ofOneStatus,
}

export default function TaskGridTab({ tab }: { tab: ListTabId }) {
  const listOptions = useListOptions(sorts[tab])
  const [turnInUrl, setTurn] = useChoiceInUrl('turn', turns)
  const { manager } = useManager()
  const counts = useQuery(countsQuery(manager))
  const turn = tab === 'pending' ? turnInUrl : undefined
  const [findingsInUrl, setFindings] = useChoiceInUrl('findings', ['true'])
  const hasFindings = tab === 'total' && findingsInUrl === 'true'
  const findings = counts.data?.findings ?? 0
  const filter: TaskFilter = {
    ...listed[tab],
    turn,
    manager,
    ...(hasFindings && { findings: true }),
    // These lists are short, so unconfirmed accounts are not apart.
    ...(!listOptions.search.wanted && !hasFindings && { unconfirmed: false }),
    search: listOptions.search.wanted,
    ...(listOptions.sort && { sort: listOptions.sort }),
  }
  const list = useTasks(filter)
  const { items, hasMore } = list
  const today = useBusinessToday()
  // The tab of all tasks has no headings: for the posted tasks in this tab, the heading "Late" would be wrong.
  const headedSort = tab === 'total' ? undefined : filter.sort
  const sections = useMemo(() => byPeriod(items ?? [], headedSort, today), [items, headedSort, today])
  useTaskSequence({ tasks: items ?? [], hasMore, more: list.more })

  return (
    <>
      {(tab === 'pending' || tab === 'refer-back') && (
        <div className={styles.head}>
          {tab === 'pending' && <TurnFilter turn={turn} counts={counts.data} onChange={setTurn} />}
          {findings > 0 && <ChoiceLink to={FINDINGS_LIST} words="Findings" count={findingsInWords(findings)} />}
          <DeliverFiles />
        </div>
      )}
      {tab === 'total' && (hasFindings || findings > 0) && (
        <div className={styles.head}>
          <ChoiceChips
            label="Tasks with findings"
            choices={[
              { value: undefined, words: 'All tasks' },
              { value: 'true', words: 'Findings', count: findings },
            ]}
            chosen={hasFindings ? 'true' : undefined}
            onChoose={setFindings}
          />
        </div>
      )}
      <BoardList
        list={list}
        listOptions={listOptions}
        of="tasks"
        empty={hasFindings ? NO_FINDINGS : turn ? nothingOfTurn[turn] : nothing[tab]}
      >
        {(tasks) => <TaskGrid view={listOptions.view} tasks={tasks} sections={sections} hasMore={hasMore} />}
      </BoardList>
      {!hasFindings && (
        <UnconfirmedTasks filter={filter}>
          {(tasks) => <TaskGrid view={listOptions.view} tasks={tasks} sections={byPeriod(tasks, headedSort, today)} hasMore={false} />}
        </UnconfirmedTasks>
      )}
    </>
  )
}
