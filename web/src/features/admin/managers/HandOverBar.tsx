import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { CompanyLine } from '@app/contracts/http/board.ts'
import { HANDED_OVER_MAX } from '@app/contracts/http/company-managers.ts'
import { useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { SelectionBar } from '../board/SelectionBar.tsx'
import type { Selection } from '../launch/use-selection.ts'
import { handOver } from './set-manager.ts'

const ManagerDialog = lazyPart(() => import('./ManagerDialog.tsx'), { missing: PanelMissing })

const inWords = (count: number): string => (count === 1 ? '1 company' : `${formatNumber(count)} companies`)

/** A bar at the bottom of the window that hands the selected companies over to another admin. */
export default function HandOverBar({ selection, listed }: { selection: Selection<CompanyLine>; listed: number }) {
  const { selected, clear } = selection
  /** The companies in the dialog. They may leave the list when they are handed over. */
  const [chosen, setChosen] = useState<readonly CompanyLine[]>()

  async function send(companies: readonly CompanyLine[], adminId: string | null): Promise<void> {
    const results = await handOver(
      companies.map(({ _id }) => _id),
      adminId,
    )
    const missing = results.filter(({ outcome }) => outcome === 'not-found').length
    if (missing > 0) toast.failed(`${inWords(missing)} no longer exist. All others are handed over.`)
    else toast.success(`${inWords(results.length)} handed over`)
    clear()
  }

  return (
    <>
      <SelectionBar selection={selection} listed={listed} max={HANDED_OVER_MAX} label="Selected companies">
        <Button disabled={selected.length === 0} onClick={() => setChosen(selected)}>
          {selected.length === 0 ? 'Hand over selected' : `Hand over ${inWords(selected.length)}`}
        </Button>
      </SelectionBar>
      {chosen && (
        <ManagerDialog
          title={`Hand over ${inWords(chosen.length)}`}
          lead={firstNames(chosen)}
          initial={undefined}
          submitLabel="Hand over"
          send={(adminId) => send(chosen, adminId)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

const NAMED = 5

/** Names the first companies: "Bakery, Florist and 8 more". */
function firstNames(companies: readonly CompanyLine[]): string {
  const names = companies.slice(0, NAMED).map(({ companyName }) => companyName)
  const more = companies.length - names.length
  return more > 0 ? `${names.join(', ')} and ${formatNumber(more)} more` : names.join(', ')
}
