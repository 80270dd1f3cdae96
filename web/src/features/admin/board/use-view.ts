import { useLocation } from 'react-router-dom'
import { localValues } from '../../../shared/browser/storage.ts'
import { useChangeQuery } from '../../../shared/ui/use-change-query.ts'

/** Layout of a list: cards, or a compact table. */
export type View = 'cards' | 'dense'

const REMEMBERED = 'dashboard-view'

const toView = (word: string | null): View | undefined => (word === 'cards' || word === 'dense' ? word : undefined)

/** Returns the layout from `?view=` in the URL, or else the layout chosen last (local storage), or else cards. */
export function useView() {
  const viewInUrl = toView(new URLSearchParams(useLocation().search).get('view'))
  const changeQuery = useChangeQuery()

  function setView(view: View): void {
    localValues.set(REMEMBERED, view)
    changeQuery({ view }, { replace: true })
  }
  return { view: viewInUrl ?? toView(localValues.get(REMEMBERED)) ?? 'cards', setView }
}
