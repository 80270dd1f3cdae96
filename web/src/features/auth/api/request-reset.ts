import { requestReset } from '@app/contracts/http/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

export const useRequestReset = () => useMutation({ mutationFn: (email: string) => call(requestReset, { body: { email } }) })
