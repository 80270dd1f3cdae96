import { ChoiceChips } from './ChoiceChips.tsx'
import { useManager } from './use-manager.ts'

const choices = [
  { value: undefined, words: 'All companies' },
  { value: 'me', words: 'Mine' },
] as const

/** Limits the lists, the counts and the search to the companies whose account manager is the signed-in admin. */
export function ManagerFilter() {
  const { manager, setManager } = useManager()
  return <ChoiceChips label="Whose companies" choices={choices} chosen={manager} onChoose={setManager} />
}
