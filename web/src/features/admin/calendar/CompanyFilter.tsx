import { BOARD_SEARCH_MAX } from '@app/contracts/http/board.ts'
import { type FoundCompany, searchBoard } from '@app/contracts/http/board-search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { adminCall } from '../../../shared/api/call.ts'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { companyQuery } from '../board/queries.ts'
import styles from './CompanyFilter.module.css'

interface CompanyFilterProps {
  /** Null for all companies. */
  companyId: string | null
  onChoose: (companyId: string | null) => void
}

/** A field that limits a calendar or a list to one company. The field suggests companies whose name contains the typed words. */
export function CompanyFilter({ companyId, onChoose }: CompanyFilterProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** The typed text. Undefined while the field shows the name of the chosen company. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const [picked, setPicked] = useState<FoundCompany>()
  const isKnown = picked?._id === companyId
  const chosen = useQuery({ ...companyQuery(companyId ?? ''), enabled: companyId !== null && !isKnown })
  const chosenName = companyId === null ? '' : isKnown ? picked?.companyName : chosen.data?.company.companyName

  const search = useDebounced(typed?.trim() ?? '')
  const found = useQuery({
    queryKey: ['calendar', 'companies', search],
    queryFn: ({ signal }) => adminCall(searchBoard, { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const isOpen = Boolean(typed?.trim()) && search !== ''
  const companies = isOpen ? (found.data?.companies ?? []) : []
  /** While a search runs, the list shows the companies of the previous text. The Enter key must not choose one of them. */
  const isCurrent = typed?.trim() === search && !found.isPlaceholderData
  const optionId = (at: number) => `${id}-${at}`

  function pick({ _id, companyName }: FoundCompany): void {
    setPicked({ _id, companyName })
    setTyped(undefined)
    onChoose(_id)
  }

  function clear(): void {
    setTyped(undefined)
    if (companyId !== null) onChoose(null)
    input.current?.focus()
  }

  function press(event: KeyboardEvent): void {
    const company = companies[active]
    if (event.key === 'ArrowDown' && companies.length > 0) setActive((active + 1) % companies.length)
    else if (event.key === 'ArrowUp' && companies.length > 0) setActive((active + companies.length - 1) % companies.length)
    else if (event.key === 'Enter' && company && isCurrent) pick(company)
    else if (event.key === 'Escape' && typed !== undefined) setTyped(undefined)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.filter}>
      <label className="visually-hidden" htmlFor={id}>
        Company
      </label>
      <div className={styles.box}>
        <Search className={styles.icon} aria-hidden="true" />
        <input
          id={id}
          ref={input}
          className={styles.input}
          type="text"
          role="combobox"
          autoComplete="off"
          placeholder="All companies"
          maxLength={BOARD_SEARCH_MAX}
          value={typed ?? chosenName ?? ''}
          aria-expanded={companies.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={companies.length > 0 ? optionId(active) : undefined}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setActive(0)
          }}
          onKeyDown={press}
          onBlur={() => setTyped(undefined)}
        />
        {companyId !== null && <IconButton className={styles.clear} label="Show all companies" icon={<X />} onClick={clear} />}
      </div>
      {/* Keeps the focus in the field during a press on the list, so that the list stays open. */}
      <div
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label="Companies"
        hidden={companies.length === 0}
        onMouseDown={(event) => event.preventDefault()}
      >
        {companies.map((company, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={company._id}
            id={optionId(at)}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onClick={() => pick(company)}
          >
            {company.companyName}
          </div>
        ))}
      </div>
      <p className={styles.message} role="status">
        {isOpen && found.isError && 'We couldn’t search companies.'}
        {isOpen && found.data?.companies.length === 0 && !found.isPlaceholderData && 'No company found.'}
      </p>
    </div>
  )
}
