import { formatNumber } from '@app/contracts/format/numbers.ts'
import { BOARD_SEARCH_MAX } from '@app/contracts/http/board.ts'
import { BATCH_COMPANIES_MAX } from '@app/contracts/rules/task-batches.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { useFormContext } from '../../../shared/form/Form.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { FieldError, FieldGroup } from '../../../shared/ui/Field.tsx'
import SearchBox from '../../../shared/ui/SearchBox.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { ChoiceChips } from '../board/ChoiceChips.tsx'
import type { BatchForm } from './batch-form.ts'
import styles from './ChooseCompanies.module.css'
import { type CompanyChoice, loadAll, useChoosable } from './queries.ts'

const FAILED = 'We couldn’t load the companies.'
const choices = [
  { value: undefined, words: 'All companies' },
  { value: 'me' as const, words: 'Mine' },
]

/** The companies of a batch: found by name, all or only the admin's own. Must be inside a `Form`. */
export function ChooseCompanies() {
  const errorId = useId()
  const { values, set, errorOf } = useFormContext<BatchForm>()
  const [manager, setManager] = useState<'me'>()
  const { search, wanted } = useSearchTerm()
  const choice: CompanyChoice = { search: wanted || undefined, manager }
  const list = useChoosable(choice)
  const chosen = new Set(values.companies)

  const all = useMutation({
    mutationFn: () => loadAll(choice),
    onSuccess({ items }) {
      const ids = items.map(({ _id }) => _id)
      set((latest) => ({ companies: [...new Set([...latest.companies, ...ids])].slice(0, BATCH_COMPANIES_MAX) }))
    },
  })
  const toggle = (id: string) =>
    set(({ companies }) => ({ companies: companies.includes(id) ? companies.filter((one) => one !== id) : [...companies, id] }))

  return (
    <FieldGroup title="For whom">
      <div className={styles.tools}>
        <ChoiceChips label="Account manager" choices={choices} chosen={manager} onChoose={setManager} />
        <SearchBox inLine label="Search companies" placeholder="Company, city, email, phone" search={search} />
      </div>
      <div className={styles.chosen}>
        <span role="status">{chosen.size === 1 ? '1 company chosen' : `${formatNumber(chosen.size)} companies chosen`}</span>
        <Button tone="quiet" size="small" state={all.isPending ? 'busy' : 'idle'} busyLabel="Loading..." onClick={() => all.mutate()}>
          {wanted ? 'Choose all results' : manager ? 'Choose all of mine' : 'Choose all'}
        </Button>
        <Button tone="quiet" size="small" disabled={chosen.size === 0} onClick={() => set({ companies: [] })}>
          Clear
        </Button>
      </div>
      {all.data?.next !== undefined && <p className={styles.note}>At most {BATCH_COMPANIES_MAX} companies can be chosen at once.</p>}
      <ErrorText>{all.error ? unlessOffline(all.error, FAILED) : undefined}</ErrorText>
      {list.query.isPending && <Skeleton shape="block" />}
      {list.query.isLoadingError && (
        <RetryNotice
          message={unlessOffline(list.query.error, FAILED)}
          busy={list.query.isFetching}
          onRetry={() => void list.query.refetch()}
        />
      )}
      {list.items?.length === 0 && <p className={styles.note}>No company found.</p>}
      {list.items && list.items.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: the surrounding group is the fieldset
        <div className={styles.companies} role="group" aria-label="Companies" aria-describedby={errorId}>
          {list.items.map(({ _id, companyName, city, isUnconfirmed }) => (
            <Checkbox
              key={_id}
              name="companies"
              label={companyName}
              hint={[city, isUnconfirmed && 'email not confirmed'].filter(Boolean).join(' · ') || undefined}
              checked={chosen.has(_id)}
              onChange={() => toggle(_id)}
            />
          ))}
          <EndOfList {...list} />
        </div>
      )}
      <FieldError id={errorId}>{errorOf('companies')}</FieldError>
    </FieldGroup>
  )
}

/** The text of the search box. `wanted` follows it with a delay, because each text is a request. */
function useSearchTerm() {
  const [term, setTerm] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const wanted = useDebounced(term.trim().slice(0, BOARD_SEARCH_MAX))

  function clear(): void {
    setTerm('')
    input.current?.focus()
  }
  return { search: { term, setTerm, clear, input, message: '' }, wanted }
}
