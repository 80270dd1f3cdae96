import { CLIENT_MAIL_PAGE_MAX, listClientMails } from '@app/contracts/http/client-mails.ts'
import { useQuery } from '@tanstack/react-query'
import { allPages } from '../../../shared/api/all-pages.ts'
import { adminCallPage } from '../../../shared/api/call.ts'

/** Loads the emails to an owner or a colleague, newest first. No event tells of a sent email, so each use loads the list again. */
export const useClientMails = (recipientId: string, pages: number) =>
  useQuery({
    queryKey: ['client-mails', recipientId, pages],
    async queryFn({ signal }) {
      let keptDays = 0
      const found = await allPages(async (cursor) => {
        const query = { limit: CLIENT_MAIL_PAGE_MAX, cursor }
        const { reply, next } = await adminCallPage(listClientMails, { params: { recipientId }, query, signal })
        keptDays = reply.keptDays
        return { reply: reply.mails, next }
      }, pages)
      return { ...found, keptDays }
    },
    placeholderData: (shown, before) => (before?.queryKey[1] === recipientId ? shown : undefined),
    staleTime: 0,
  })
