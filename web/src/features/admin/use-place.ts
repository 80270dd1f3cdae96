import { type ServiceName, serviceNames } from '@app/contracts/define.ts'
import { claimsOf } from '../../shared/stores/claims.ts'
import { useAdminSession } from '../../shared/stores/session.ts'
import { opening, useOverlay } from '../../shared/ui/use-overlay.ts'
import { type TabId, toTabId } from './tabs.ts'

/** What concerns the signed-in admin, in place of the companies, and what it is called. */
export const accountParts = {
  admins: 'Admins',
  'second-factor': 'Second factor',
  'sign-out-everywhere': 'Sign out everywhere',
} as const
export type AccountPart = keyof typeof accountParts

const toAccountPart = (asked: string | null) => (Object.keys(accountParts) as AccountPart[]).find((part) => part === asked)

/** What is open over the tab: a task by its number, a company by its id with a document of it by its number, the form for a company's new task, a campaign by its id, the account, or a service. */
interface Opened {
  task?: number
  company?: string
  document?: number
  newTask?: string
  campaign?: string
  account?: AccountPart
  service?: ServiceName
}
const overlays: readonly (keyof Opened)[] = ['task', 'company', 'document', 'newTask', 'campaign', 'account', 'service']

/** Where in the dashboard somebody is: all of it stands in the address, so that it can be linked and gone back from. */
export function usePlace() {
  const { search, close, drop } = useOverlay(overlays)
  const isOperator = useAdminSession(({ token }) => claimsOf(token)?.operator === true)
  const service = search.get('service')
  return {
    /** Whether the admin has the last tab. The server asks for itself. */
    isOperator,
    tab: toTabId(search.get('tab'), isOperator),
    openedTask: search.get('task'),
    openedCompany: search.get('company'),
    askedDocument: search.get('document'),
    newTaskFor: search.get('newTask'),
    openedCampaign: search.get('campaign'),
    account: toAccountPart(search.get('account')),
    openedService: isOperator ? serviceNames.find((name) => name === service) : undefined,
    /** Whose mails are looked for. */
    address: search.get('address'),
    close,
    drop,
  }
}

/** The address of a tab. */
export const placeOf = (tab: TabId): string => `?${new URLSearchParams({ tab })}`

/** Where a link leads that opens something over what is shown now: what is searched for, and in which order, stays. */
export const useLeading = () => useOverlay(overlays).leading as (kind: keyof Opened, id: string) => ReturnType<typeof opening>

/** Where a link leads that opens something over a tab. */
export function openingOver(tab: TabId, opened: Opened) {
  const search = new URLSearchParams({ tab })
  for (const [kind, id] of Object.entries(opened)) search.set(kind, String(id))
  return opening(`?${search}`)
}
