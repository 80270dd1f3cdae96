import { signIn } from '@app/contracts/http/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

interface Credentials {
  email: string
  password: string
}

export const useSignIn = () => useMutation({ mutationFn: (body: Credentials) => call(signIn, { body }) })
