import {
  addCustomerNote,
  type CustomerNote,
  LAST_CONTACT_PAGE_MAX,
  type LastContact,
  listCustomerNotes,
  listLastContacts,
  removeCustomerNote,
} from '@app/contracts/http/customer-notes.ts'
import type { CustomerList } from '@app/contracts/http/customers.ts'
import { type CustomerNoteEntry, NOTES_PER_COMPANY_MAX } from '@app/contracts/rules/customer-notes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../shared/api/all-pages.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { toast } from './toasts.ts'

/** The query keys begin with the service's name, because events of that service invalidate the queries. */
const contactsKey = (companyId: string) => ['crm-proxy', 'contacts', companyId]
const notesKey = (companyId: string, person: string) => ['crm-proxy', 'notes', companyId, person]

const PAGES_MAX = NOTES_PER_COMPANY_MAX / LAST_CONTACT_PAGE_MAX

/**
 * Loads the last contact with each person, by person key. When a pending change is written to the spreadsheet, the notes on a person may
 * move to another person key. So the query key contains the ids of the pending changes. When a change is no longer pending, the query key
 * changes, and the contacts are loaded again.
 */
export const useLastContacts = (companyId: string, list: CustomerList | undefined) =>
  useQuery({
    queryKey: [...contactsKey(companyId), list?.writes.filter(({ state }) => state === 'pending').map(({ id }) => id) ?? []],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, LastContact>> => {
      const { list } = await allPages(async (cursor) => {
        const { reply, next } = await callPage(listLastContacts, { query: { cursor }, signal })
        return { reply, next }
      }, PAGES_MAX)
      return new Map(list.map((contact) => [contact.person, contact]))
    },
    placeholderData: (known) => known,
    // Without this option, contacts that were loaded less than 30 s before the change would be shown again after it.
    staleTime: 0,
    structuralSharing: false,
  })

/** Loads the notes on a person, latest date first. */
export const useCustomerNotes = (companyId: string, person: string) =>
  useQuery({
    queryKey: notesKey(companyId, person),
    queryFn: ({ signal }) => call(listCustomerNotes, { query: { person }, signal }),
  })

/** Returns a function that reloads the notes on a person, and the list with the last contact of each person. */
function useReload(companyId: string, person: string) {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([contactsKey(companyId), notesKey(companyId, person)].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Returns a function that stores a note and reloads the lists that show it. */
export function useAddNote(companyId: string, person: string) {
  const reload = useReload(companyId, person)
  return async (entry: CustomerNoteEntry): Promise<void> => {
    await call(addCustomerNote, { body: { person, ...entry } })
    void reload()
  }
}

export function useRemoveNote(companyId: string, person: string) {
  const reload = useReload(companyId, person)
  return useMutation({
    mutationFn: ({ _id }: CustomerNote) => call(removeCustomerNote, { params: { id: _id } }),
    onError: (error) => toast.failed('We couldn’t remove the note', error),
    onSettled: reload,
  })
}
