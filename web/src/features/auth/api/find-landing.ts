import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { call } from '../../../shared/api/call.ts'
import { useOwner } from '../../../shared/stores/session.ts'

/** Where a freshly signed-in owner goes: the portal if its company exists, and for any other answer the form that creates it. */
export async function findLanding(): Promise<'/management' | '/new-company'> {
  try {
    const profile = await call(getCompanyProfile, {})
    useOwner.getState().setCompanyProfileId(profile._id)
    return '/management'
  } catch {
    return '/new-company'
  }
}
