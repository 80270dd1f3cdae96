import { signIn, signUp } from '@app/contracts/http/identity.ts'
import { type QueryClient, useMutation } from '@tanstack/react-query'
import { call } from '../../shared/api/call.ts'
import { companyQuery } from '../../shared/api/owner.ts'

export interface NewAccount {
  username: string
  email: string
  password: string
}

export const useSignUp = () => useMutation({ mutationFn: (body: NewAccount) => call(signUp, { body }) })

export interface Credentials {
  email: string
  password: string
}

export const useSignIn = () => useMutation({ mutationFn: (body: Credentials) => call(signIn, { body }) })

/** Where a freshly signed-in owner goes: the portal if its company exists, and for any other answer the page that creates it, which asks again. */
export const findLanding = (queryClient: QueryClient): Promise<'/management' | '/new-company'> =>
  queryClient.fetchQuery(companyQuery).then(
    ({ profile }) => (profile ? '/management' : '/new-company'),
    () => '/new-company',
  )
