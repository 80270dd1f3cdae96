import { useLocation } from 'react-router-dom'
import { localValues } from '../../../shared/browser/storage.ts'
import { useChangeQuery } from '../../../shared/ui/use-change-query.ts'

/** The account manager whose companies the lists show. Undefined for all companies. */
export type Manager = 'me' | undefined

const REMEMBERED = 'dashboard-manager'
const ALL = 'all'

const toChoice = (word: string | null): 'me' | typeof ALL | undefined => (word === 'me' || word === ALL ? word : undefined)

/** Returns whose companies the lists show, from `?manager=` in the URL, or else the last choice in this browser, or else all companies. */
export function useManager() {
  const inUrl = toChoice(new URLSearchParams(useLocation().search).get('manager'))
  const changeQuery = useChangeQuery()
  const choice = inUrl ?? toChoice(localValues.get(REMEMBERED)) ?? ALL

  function setManager(manager: Manager): void {
    localValues.set(REMEMBERED, manager ?? ALL)
    changeQuery({ manager: manager ?? ALL }, { replace: true })
  }
  return { manager: choice === 'me' ? ('me' as const) : undefined, setManager }
}
