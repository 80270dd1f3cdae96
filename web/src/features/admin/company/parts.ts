import { useLocation } from 'react-router-dom'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { useChangeQuery } from '../../../shared/ui/use-change-query.ts'

/** Labels of the parts of a company's page, in display order. */
export const companyParts = {
  overview: 'Overview',
  emails: 'Emails',
  tasks: 'Tasks',
  posts: 'Posts',
  notes: 'Team notes',
  documents: 'Documents and photos',
  campaigns: 'Campaigns',
  reports: 'Reports',
  record: 'Decision record',
  setup: 'Plan and setup',
} as const
export type CompanyPart = keyof typeof companyParts

const isPart = (name: string | null): name is CompanyPart => name !== null && Object.hasOwn(companyParts, name)

/**
 * Returns the part that the URL names, and a function that shows another part. Links in emails name a document instead of a part. A change
 * replaces the history entry, so that Back closes the page of the company.
 */
export function useCompanyPart(): [CompanyPart, (part: CompanyPart) => void] {
  const search = new URLSearchParams(useLocation().search)
  const changeQuery = useChangeQuery()
  const named = search.get('part')
  const part = isPart(named) ? named : search.has('document') ? 'documents' : 'overview'
  const choose = (next: CompanyPart) => changeQuery({ part: next === 'overview' ? null : next, document: null }, { replace: true })
  return [part, (next) => next !== part && leaveForms(() => choose(next))]
}
