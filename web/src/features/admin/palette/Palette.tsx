import { Building2, ListChecks, Mail, PanelTop } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { StatusBadge } from '../../../shared/ui/Badge.tsx'
import { RetryNotice } from '../../../shared/ui/states.tsx'
import { ManagerFilter } from '../board/ManagerFilter.tsx'
import { type Manager, useManager } from '../board/use-manager.ts'
import type { TabWithCount } from '../tabs.ts'
import { placeOf, useOpenPanel } from '../use-place.ts'
import { type Entry, firstGroups, foundGroups } from './entries.ts'
import styles from './Palette.module.css'
import { PaletteField } from './PaletteField.tsx'
import { recentlyOpened } from './recently-opened.ts'
import { useFound } from './use-found.ts'

interface PaletteProps {
  tabs: readonly TabWithCount[]
  /** The text in the field. */
  term: string
  onTerm: (term: string) => void
  onClose: () => void
}

/** Finds companies, tasks, campaigns and tabs, and opens them. The focus stays in the field; arrow keys choose an entry. */
export default function Palette({ tabs, term, onTerm, onClose }: PaletteProps) {
  const id = useId()
  const [recent] = useState(recentlyOpened)
  const [active, setActive] = useState(0)
  /** The text for which Enter was pressed before its results arrived. */
  const [awaited, setAwaited] = useState<string>()
  const text = term.trim()
  const { manager } = useManager()
  const { board, campaigns, isCurrent } = useFound(text, manager)
  const goTo = useGoTo(onClose)

  const found = {
    companies: board.data?.companies ?? [],
    tasks: board.data?.tasks ?? [],
    campaigns: campaigns.data?.campaigns ?? [],
  }
  const groups = text ? foundGroups(found, tabs, text) : firstGroups(recent, tabs)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.min(active, entries.length - 1)
  const optionId = (index: number) => `${id}-option-${index}`

  function type(next: string): void {
    onTerm(next)
    setActive(0)
    setAwaited(undefined)
  }

  // While the results of the current text are loading, the list may still contain results of an earlier text. If the admin presses Enter
  // without choosing an entry, the palette waits for the current results and then opens the first result.
  function pressEnter(): void {
    const entry = entries[at]
    if (entry && (isCurrent || active > 0)) goTo(entry)
    else setAwaited(text)
  }
  const openAwaited = useEffectEvent(() => {
    const [entry] = entries
    if (entry && awaited === text) goTo(entry)
  })
  useEffect(() => {
    if (isCurrent) openAwaited()
  }, [isCurrent])

  function pressKey(event: KeyboardEvent): void {
    // The Enter key that ends the input of a composed character opens nothing.
    if (event.nativeEvent.isComposing) return
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (event.key === 'Enter') pressEnter()
    else if (next !== undefined && entries.length > 0) setActive((next + entries.length) % entries.length)
    else return
    event.preventDefault()
  }

  useEffect(() => {
    document.getElementById(`${id}-option-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  return (
    <div className={styles.palette}>
      <PaletteField
        term={term}
        onTerm={type}
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={entries.length > 0 ? optionId(at) : undefined}
        onKeyDown={pressKey}
      />
      <ManagerFilter />
      <p className={styles.message} role="status">
        {text && resultText(text, isCurrent, entries.length, manager)}
      </p>
      {text && <SearchFailure query={board} message="We couldn’t search companies and tasks." />}
      {text && <SearchFailure query={campaigns} message="We couldn’t search campaigns." />}
      <div id={`${id}-list`} className={styles.results} {...(entries.length > 0 && { role: 'listbox', 'aria-label': 'Results' })}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
          <div key={group.title} role="group" aria-label={group.title}>
            <p className={styles.title} aria-hidden="true">
              {group.title}
            </p>
            {group.entries.map((entry) => {
              const index = entries.indexOf(entry)
              return (
                <Option
                  key={`${entry.kind} ${entry.id}`}
                  id={optionId(index)}
                  entry={entry}
                  isActive={index === at}
                  onPoint={() => setActive(index)}
                  onChoose={() => goTo(entry)}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function resultText(text: string, isCurrent: boolean, count: number, manager: Manager): string {
  if (!isCurrent) return 'Searching…'
  if (count === 0) return `Nothing found for “${text}”${manager ? ' in your companies' : ''}`
  return count === 1 ? '1 result' : `${count} results`
}

/** Returns a function that closes the palette and opens an entry. Asks first if an open form has unsent input. */
function useGoTo(onClose: () => void): (entry: Entry) => void {
  const navigate = useNavigate()
  const openPanel = useOpenPanel()
  return (entry) => {
    onClose()
    leaveForms(() => {
      if (entry.kind === 'tab') navigate(placeOf(entry.id))
      else openPanel(entry.kind, entry.id)
    })
  }
}

interface SearchFailureProps {
  query: Pick<ReturnType<typeof useFound>['board' | 'campaigns'], 'isError' | 'error' | 'isFetching' | 'refetch'>
  message: string
}

function SearchFailure({ query, message }: SearchFailureProps) {
  if (!query.isError) return null
  return <RetryNotice message={unlessOffline(query.error, message)} busy={query.isFetching} onRetry={() => void query.refetch()} />
}

const icons: Record<Entry['kind'], ReactNode> = {
  company: <Building2 aria-hidden="true" />,
  task: <ListChecks aria-hidden="true" />,
  campaign: <Mail aria-hidden="true" />,
  tab: <PanelTop aria-hidden="true" />,
}

interface OptionProps {
  id: string
  entry: Entry
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, entry, isActive, onPoint, onChoose }: OptionProps) {
  const { kind, title, detail } = entry
  const status = 'status' in entry ? entry.status : undefined
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onPointerMove={onPoint}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {icons[kind]}
      <span className={styles.words}>
        <span className={styles.name}>{title}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {status && <StatusBadge status={status} />}
    </div>
  )
}
