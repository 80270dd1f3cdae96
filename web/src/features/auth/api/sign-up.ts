import { signUp } from '@app/contracts/http/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

export interface NewAccount {
  username: string
  email: string
  password: string
}

export const useSignUp = () => useMutation({ mutationFn: (body: NewAccount) => call(signUp, { body }) })
