import type { AdminAccount } from '@app/contracts/http/identity.ts'
import { ADMIN_NAME_DEFAULT } from '@app/contracts/rules/admin-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { adminsQuery } from '../account/api.ts'

const MINUTE_MS = 60_000

/** Returns the name of an admin, or the email address of an admin without a name. */
export const nameOf = ({ username, email }: Pick<AdminAccount, 'username' | 'email'>): string =>
  username === ADMIN_NAME_DEFAULT ? email : username

/** Returns the names of all admins by their ids. Empty until they are loaded. */
export function useAdminNames(isWanted: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...adminsQuery, enabled: isWanted, staleTime: MINUTE_MS })
  return useMemo(() => new Map(data?.map((admin) => [admin._id, nameOf(admin)])), [data])
}
