import { type ServiceName, serviceNames } from '@app/contracts/define.ts'
import { useLocation, useNavigate } from 'react-router-dom'
import { claimsOf, useAdminSession } from '../../shared/stores/session.ts'
import { opening, useOverlay } from '../../shared/ui/use-overlay.ts'
import type { CompanyPart } from './company/parts.ts'
import { type TabId, toTabId } from './tabs.ts'

/** Titles of the account panels, by their value in the URL. */
export const accountParts = {
  admins: 'Admins',
  'task-emails': 'Task emails',
  'second-factor': 'Two-factor authentication',
  'sign-out-everywhere': 'Log out everywhere',
} as const
export type AccountPart = keyof typeof accountParts

/** Title of the panel with one brief for many companies. */
export const batchTitle = 'New task for several companies'

const toAccountPart = (value: string | null) => (Object.keys(accountParts) as AccountPart[]).find((part) => part === value)

/**
 * Query parameters that open a panel over the tab. `task` and `document` are numbers, `company`, `newTask`, `campaign` and `report` are ids,
 * and `part` names a part of the company's page.
 */
interface Opened {
  task?: number
  company?: string
  part?: CompanyPart
  document?: number
  newTask?: string
  /** One brief for many companies: `new`. */
  batch?: string
  campaign?: string
  report?: string
  /** A day of the calendar, `YYYY-MM-DD`. */
  day?: string
  account?: AccountPart
  service?: ServiceName
  /** Name of an alert. */
  runbook?: string
}
const overlays: readonly (keyof Opened)[] = [
  'task',
  'company',
  'part',
  'document',
  'newTask',
  'batch',
  'campaign',
  'report',
  'day',
  'account',
  'service',
  'runbook',
]

/** Reads the tab and the open panel from the URL, so that links and the Back button can restore them. */
export function usePlace() {
  const { search, close, drop } = useOverlay(overlays)
  const isOperator = useAdminSession(({ token }) => claimsOf(token)?.operator === true)
  const service = search.get('service')
  return {
    /** Whether the admin sees the Operations tab. The server checks the permission again for every request. */
    isOperator,
    tab: toTabId(search.get('tab'), isOperator),
    openedTask: search.get('task'),
    openedCompany: search.get('company'),
    requestedDocument: search.get('document'),
    newTaskFor: search.get('newTask'),
    isBatchOpen: search.has('batch'),
    openedCampaign: search.get('campaign'),
    openedReport: search.get('report'),
    openedDay: search.get('day'),
    account: toAccountPart(search.get('account')),
    openedService: isOperator ? serviceNames.find((name) => name === service) : undefined,
    openedRunbook: isOperator ? search.get('runbook') : null,
    /** The email address that the operator searches for. */
    address: search.get('address'),
    close,
    drop,
  }
}

export const placeOf = (tab: TabId): string => `?${new URLSearchParams({ tab })}`

/** Returns a function that creates links. A link opens a panel over the current view and keeps search and sort order in the URL. */
export const useLeading = () => useOverlay(overlays).leading as (kind: keyof Opened, id: string) => ReturnType<typeof opening>

/**
 * Returns a function that opens a panel over the current tab. If another panel is open, the new panel takes the place of that panel in the
 * history. So Back closes the new panel, and does not open the previous panel again.
 */
export function useOpenPanel() {
  const navigate = useNavigate()
  const { state: current } = useLocation()
  const { search, leading } = useOverlay(overlays)
  return (kind: keyof Opened, id: string): void => {
    const { to, state } = leading(kind, id)
    if (overlays.some((overlay) => search.has(overlay))) navigate(to, { replace: true, state: current })
    else navigate(to, { state })
  }
}

export function openingOver(tab: TabId, opened: Opened) {
  const search = new URLSearchParams({ tab })
  for (const [kind, id] of Object.entries(opened)) search.set(kind, String(id))
  return opening(`?${search}`)
}
