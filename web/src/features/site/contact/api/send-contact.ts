import { sendContact } from '@app/contracts/http/notifications.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../../shared/api/call.ts'

/** What is typed into the contact form. */
export interface ContactMessage {
  first_name: string
  last_name: string
  mail: string
  mobile: string
  message: string
}

export const useSendContact = () =>
  useMutation({
    mutationFn: (body: ContactMessage) => call(sendContact, { body }),
    // Without a network it fails at once and says so, in place of waiting for one.
    networkMode: 'always',
  })
