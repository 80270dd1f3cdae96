import { brand } from '@app/contracts/brand.ts'
import { sendContact } from '@app/contracts/http/notifications.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError, isOffline, isStatus, messageOf } from '../../../../shared/api/api-error.ts'
import { call } from '../../../../shared/api/call.ts'
import { notify } from '../../../../shared/ui/notify.tsx'

const TOAST = { autoClose: 3_000 }
const FAILED = `We're experiencing technical difficulties. Please try again or contact us directly at ${brand.email}`

/** What is typed into the contact form. */
export interface ContactMessage {
  first_name: string
  last_name: string
  mail: string
  mobile: string
  message: string
}

/** Said beside the fields themselves. */
const namesFields = (error: Error): boolean => error instanceof ApiError && error.errors.length > 0

/** What became of it is said wherever the visitor has gone meanwhile. */
export const useSendContact = () =>
  useMutation({
    mutationFn: (body: ContactMessage) => call(sendContact, { body }),
    onSuccess: () => notify.success('Your message was sent successfully!', TOAST),
    onError: (error) => {
      if (!namesFields(error)) notify.error(isStatus(error, 429) || isOffline(error) ? messageOf(error, FAILED) : FAILED, TOAST)
    },
  })
