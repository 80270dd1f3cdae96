import { resetPassword } from '@app/contracts/http/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

interface Reset {
  code: string
  /** Wrong tries then count against this address's code alone. */
  email: string
  password: string
}

export const useSetNewPassword = () =>
  useMutation({ mutationFn: ({ code, email, password }: Reset) => call(resetPassword, { params: { code }, body: { password, email } }) })
