import { REMINDERS_MAX } from '@app/contracts/http/remind-task.ts'
import { type PreviewEmailState, previewEmailStates, type WaitingPreview } from '@app/contracts/http/waiting.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { BoardList } from '../board/BoardList.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import { ChoiceChips } from '../board/ChoiceChips.tsx'
import { useChoiceInUrl } from '../board/use-choice-in-url.ts'
import { useListOptions } from '../board/use-list-options.ts'
import { useManager } from '../board/use-manager.ts'
import { SelectTask } from '../launch/SelectTask.tsx'
import { useSelection } from '../launch/use-selection.ts'
import tabStyles from '../tabs/tabs.module.css'
import { useTaskSequence } from '../task-sequence.ts'
import { useWaiting } from './query.ts'

const RemindBar = lazyPart(() => import('./RemindBar.tsx'))
const WaitingTable = lazyPart(() => import('./WaitingTable.tsx'), { waiting: <BoardSkeleton /> })

const reachWords: Record<PreviewEmailState, string> = {
  bounced: 'Email bounced',
  unopened: 'Not opened',
  opened: 'Opened',
  'no-email': 'No email',
}
const choices = [{ value: undefined, words: 'All' }, ...previewEmailStates.map((reach) => ({ value: reach, words: reachWords[reach] }))]

const emptyTexts: Record<PreviewEmailState, string> = {
  bounced: 'No email to a company bounced.',
  unopened: 'Every company has opened our email.',
  opened: 'No company has opened our email without deciding.',
  'no-email': 'Every company with a waiting preview gets emails.',
}

/** Lists the previews that wait for the decision of a client, earliest posting date first. Several can be selected and reminded of. */
export default function WaitingTab() {
  // The server offers only one order, and the table is the only view.
  const listOptions = { ...useListOptions({ default: 'Posting date' }), view: undefined }
  const [reach, setReach] = useChoiceInUrl('reach', previewEmailStates)
  const { manager } = useManager()
  const list = useWaiting({ reach, manager, search: listOptions.search.wanted })
  useTaskSequence({ tasks: list.items ?? [], hasMore: list.hasMore, more: list.more })
  const selection = useSelection(list.items, REMINDERS_MAX)
  const select = (preview: WaitingPreview) => <SelectTask task={preview} selection={selection} />

  return (
    <>
      <div className={tabStyles.head}>
        <ChoiceChips label="State of the email" choices={choices} chosen={reach} onChoose={setReach} />
      </div>
      <BoardList
        list={list}
        listOptions={listOptions}
        of="tasks"
        failed="We couldn’t load the waiting previews."
        empty={reach ? emptyTexts[reach] : 'No preview is waiting for a company.'}
      >
        {(previews) => <WaitingTable previews={previews} select={select} />}
      </BoardList>
      <RemindBar selection={selection} listed={list.items?.length ?? 0} />
    </>
  )
}
