import { adminSignIn } from '@app/contracts/http/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { adminCall } from '../../../shared/api/call.ts'

export interface AdminCredentials {
  email: string
  password: string
}

export const useAdminSignIn = () => useMutation({ mutationFn: (body: AdminCredentials) => adminCall(adminSignIn, { body }) })
