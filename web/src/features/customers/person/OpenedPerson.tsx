import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Customer, SheetWrite } from '@app/contracts/http/customers.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../../shared/ui/lazy-part.tsx'
import type { useOverlay } from '../../../shared/ui/use-overlay.ts'
import type { PersonOf } from '../persons.ts'
import { toast } from '../toasts.ts'

const CustomerPanel = lazyPart(() => import('./CustomerPanel.tsx'), { missing: PanelMissing })
const EditCustomer = lazyPart(() => import('../entry/EditCustomer.tsx'), { missing: PanelMissing })
const panels = [CustomerPanel, EditCustomer]

interface OpenedPersonProps {
  profile: CompanyProfile
  rows: readonly Customer[]
  marks: ReadonlyMap<string, SheetWrite>
  personOf: PersonOf
  isLoading: boolean
  overlay: ReturnType<typeof useOverlay>
}

/** The URL identifies a row without a Customer ID by its row number. Such a row is read-only. */
export function OpenedPerson({ rows, overlay, ...opened }: OpenedPersonProps) {
  useLoadedWhenIdle(panels)
  const { search } = overlay
  const edited = search.get('edit')
  const row = search.get('row')
  const id = search.get('person') ?? edited
  if (!id && !row) return null

  const customer = rows.find((one) => (id ? one['Customer ID'] === id : !one['Customer ID'] && String(one.row) === row))
  return <Person key={id ?? `row ${row}`} {...opened} listed={customer} isEdited={edited !== null} overlay={overlay} />
}

interface PersonProps extends Omit<OpenedPersonProps, 'rows'> {
  /** The current row from the list, or `undefined` if it is not in the list. */
  listed: Customer | undefined
  isEdited: boolean
}

/** Keeps the last known row, so that the panel stays readable after the row was deleted. */
function Person({ profile, listed, marks, personOf, isEdited, isLoading, overlay }: PersonProps) {
  const [seen, setSeen] = useState(listed)
  if (listed && listed !== seen) setSeen(listed)

  const isMissing = !seen && !isLoading
  const showMissing = useEffectEvent(() => {
    toast.refused('Customer not found')
    overlay.drop()
  })
  useEffect(() => {
    if (isMissing) showMissing()
  }, [isMissing])
  if (!seen) return null

  const write = marks.get(seen['Customer ID'])
  if (isEdited) {
    const refused = write?.state === 'refused' && write.kind === 'update' ? write : undefined
    return <EditCustomer profile={profile} customer={seen} refused={refused} onClose={overlay.close} />
  }
  return (
    <CustomerPanel
      profile={profile}
      customer={seen}
      person={personOf(seen)}
      write={write}
      isGone={!listed}
      onEdit={(id) => overlay.open('edit', id)}
      onClose={overlay.close}
    />
  )
}
