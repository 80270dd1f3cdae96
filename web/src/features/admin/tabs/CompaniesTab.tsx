import type { CompanyLine } from '@app/contracts/http/board.ts'
import { HANDED_OVER_MAX } from '@app/contracts/http/company-managers.ts'
import { useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { BoardList } from '../board/BoardList.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import type { CompanyFilter } from '../board/company-order.ts'
import { useCompanies } from '../board/queries.ts'
import { SelectItem } from '../board/SelectItem.tsx'
import { useListOptions } from '../board/use-list-options.ts'
import { useManager } from '../board/use-manager.ts'
import { useSelection } from '../launch/use-selection.ts'
import { UnconfirmedCompanies } from '../unconfirmed/UnconfirmedAccounts.tsx'
import { useLeading } from '../use-place.ts'
import { companySorts } from './company-sorts.ts'

const CompanyTable = lazyPart(() => import('./CompanyTable.tsx'), { waiting: <BoardSkeleton /> })
const HandOverBar = lazyPart(() => import('../managers/HandOverBar.tsx'))

/** The companies have only one view: a table that becomes rows on narrow screens. Several companies can be handed over at once. */
export default function CompaniesTab() {
  const leading = useLeading()
  const listOptions = { ...useListOptions(companySorts), view: undefined }
  const { search, sort, isReversed } = listOptions
  const { manager } = useManager()
  const filter: CompanyFilter = {
    search: search.wanted,
    sort,
    reverse: isReversed || undefined,
    manager,
    ...(!search.wanted && { unconfirmed: false }),
  }
  const list = useCompanies(filter)
  const [isSelecting, setSelecting] = useState(false)
  const selection = useSelection(list.items, HANDED_OVER_MAX)
  const select = (line: CompanyLine) => (
    <SelectItem label={`Select ${line.companyName}`} checked={selection.has(line._id)} onToggle={() => selection.toggle(line._id)} />
  )

  function toggleSelecting(): void {
    setSelecting(!isSelecting)
    selection.clear()
  }

  return (
    <>
      <BoardList
        list={list}
        listOptions={listOptions}
        of="companies"
        empty="No company has signed up yet."
        actions={
          <>
            <LinkButton tone="quiet" {...leading('batch', 'new')}>
              New task for several
            </LinkButton>
            <Button tone="quiet" onClick={toggleSelecting}>
              {isSelecting ? 'Stop selecting' : 'Hand over…'}
            </Button>
          </>
        }
      >
        {(companies) => <CompanyTable companies={companies} listOptions={listOptions} select={isSelecting ? select : undefined} />}
      </BoardList>
      {isSelecting && <HandOverBar selection={selection} listed={list.items?.length ?? 0} />}
      <UnconfirmedCompanies filter={filter}>
        {(companies) => <CompanyTable companies={companies} listOptions={listOptions} />}
      </UnconfirmedCompanies>
    </>
  )
}
